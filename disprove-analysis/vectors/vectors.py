"""The figures that the tests of `statistics` are held against.

Recorded with Python 3, scipy 1.17.1 and statsmodels 0.15.0:
    python3 -m venv v && v/bin/pip install scipy==1.17.1 statsmodels==0.15.0 && v/bin/python vectors.py
Firth's regression is in neither, so it is done in another way than in the library: all pairs one by one, the penalised
likelihood climbed without its slopes, and the ends of intervals found by a root finder.
"""
import numpy as np
from scipy import optimize, stats
from statsmodels.stats.contingency_tables import StratifiedTable, Table2x2

TABLES = [(13, 148, 11, 239), (13, 148, 31, 718), (1, 42, 43, 824), (4, 63, 40, 803), (8, 43, 36, 823),
          (0, 10, 5, 20), (3, 4, 1, 4), (4000, 150000, 900, 1766905), (7, 7, 2, 9), (5, 10, 5, 10)]


def tables():
    print("# kills, of, kills, of: odds ratio, low, high (0.5 added if a cell is 0); the same with 0.5 added; G2, p, Fisher p")
    for one, one_of, other, other_of in TABLES:
        cells = np.array([[one, one_of - one], [other, other_of - other]], float)
        ratios = []
        for added in (0.5 if (cells == 0).any() else 0.0, 0.5):
            table = Table2x2(cells + added, shift_zeros=False)
            ratios += [table.oddsratio, *table.oddsratio_confint()]
        g2 = stats.chi2_contingency(cells, correction=False, lambda_="log-likelihood")
        fisher = stats.fisher_exact(cells.astype(int))[1]
        print((one, one_of, other, other_of), [repr(float(x)) for x in (*ratios, g2.statistic, g2.pvalue, fisher)])


def strata():
    parts = [(3, 5, 1, 5), (2, 6, 1, 9), (0, 4, 2, 12), (5, 7, 6, 20), (7, 7, 20, 20), (1, 1, 0, 3)]
    cells = [np.array([[a, n - a], [b, m - b]], float) for a, n, b, m in parts]
    table = StratifiedTable(cells)
    test = table.test_null_odds(correction=False)
    print("# strata", parts)
    print([repr(float(x)) for x in (table.oddsratio_pooled, *table.oddsratio_pooled_confint(), test.pvalue)])


FITS = {
    "property": [((1,), 13, 148), ((0,), 11, 239)],
    "none killed": [((1,), 0, 20), ((0,), 10, 20)],
    "two columns": [((0, 0), 12, 200), ((1, 0), 9, 60), ((0, 1), 2, 45), ((1, 1), 7, 30)],
    "three columns": [((0, 0, 0), 31, 718), ((1, 0, 0), 1, 42), ((0, 1, 0), 4, 63), ((0, 0, 1), 8, 43),
                      ((1, 1, 0), 0, 12), ((0, 1, 1), 3, 3)],
}


def firth():
    for name, rows in FITS.items():
        x, y = [], []
        for columns, kills, of in rows:
            x += [[1.0, *columns]] * of
            y += [1.0] * kills + [0.0] * (of - kills)
        x, y = np.array(x), np.array(y)

        def height(point):
            line = x @ point
            weight = 1 / (2 + np.exp(line) + np.exp(-line))
            return (y @ line - np.logaddexp(0, line).sum()
                    + 0.5 * np.linalg.slogdet(x.T @ (x * weight[:, None]))[1])

        def top(start, held=None, value=0.0):
            free = [i for i in range(x.shape[1]) if i != held]

            def full(part):
                point = np.zeros(x.shape[1])
                point[free] = part
                if held is not None:
                    point[held] = value
                return point

            part = np.asarray(start)[free]
            for _ in range(3):
                part = optimize.minimize(lambda p: -height(full(p)), part, method="Nelder-Mead",
                                         options=dict(xatol=1e-11, fatol=1e-13, maxiter=40000, maxfev=40000)).x
            return full(part), height(full(part))

        point, best = top(np.zeros(x.shape[1]))
        print("# firth:", name, "intercept", repr(float(point[0])), "log likelihood", repr(float(best)))
        line = x @ point
        weight = 1 / (2 + np.exp(line) + np.exp(-line))
        errors = np.sqrt(np.diag(np.linalg.inv(x.T @ (x * weight[:, None]))))
        for column in range(1, x.shape[1]):
            null = top(point, column)[1]
            p = stats.chi2.sf(2 * (best - null), 1)

            def fall(value):
                return 2 * (best - top(point, column, value)[1]) - stats.chi2.ppf(0.95, 1)

            ends = [optimize.brentq(fall, point[column], point[column] + way * 12 * errors[column], xtol=1e-9)
                    for way in (-1, 1)]
            print([repr(float(v)) for v in (point[column], errors[column], *ends, p)])


def phi():
    one = [1, 1, 0, 0, 1, 0, 1, 1, 0, 0]
    other = [1, 0, 0, 0, 1, 1, 1, 0, 0, 0]
    print("# phi", repr(float(np.corrcoef(one, other)[0, 1])))
    print("# quantile", [repr(float(v)) for v in np.quantile([1, 3, 4, 9, 11, 20], [0.025, 0.3, 0.5, 0.975])])
    print("# chi2", [(v, k, repr(float(stats.chi2.sf(v, k)))) for v, k in ((1.5, 1), (20, 1), (700, 1), (7.2, 3), (30, 11))])


tables()
strata()
phi()
firth()
