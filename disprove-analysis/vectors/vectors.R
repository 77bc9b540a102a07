# The figures that the tests of `statistics` are held against.
#
# Recorded with R 4.2.2 and brglm2 0.9 (Debian 12: r-cran-brglm2): Rscript vectors.R
library(brglm2)
options(digits = 15)

kills <- c(31, 1, 4, 8, 0, 3)
of <- c(718, 42, 63, 43, 12, 3)
a <- c(0, 1, 0, 0, 1, 0)
b <- c(0, 0, 1, 0, 1, 1)
c <- c(0, 0, 0, 1, 0, 1)
fit <- glm(cbind(kills, of - kills) ~ a + b + c, family = binomial, method = "brglmFit", type = "AS_mean", epsilon = 1e-12)
print(summary(fit)$coefficients, digits = 12)

print(fisher.test(matrix(c(8, 36, 35, 787), 2))$p.value)
print(fisher.test(matrix(c(0, 5, 10, 15), 2))$p.value)
parts <- array(c(3, 1, 2, 4, 2, 1, 4, 8, 0, 2, 4, 10, 5, 6, 2, 14, 7, 20, 0, 0, 1, 0, 0, 3), c(2, 2, 6))
test <- mantelhaen.test(parts, correct = FALSE)
print(c(test$estimate, test$conf.int, test$p.value))
