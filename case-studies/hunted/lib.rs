//! Nothing: the program is a test, because the tool instruments tests.
