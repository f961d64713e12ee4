"""Foreign files to a Review; everything wrong with foreign data is found and said here.

`opening` makes tables of files, `columns` proposes what their columns are, `build` reads them as
confirmed. What is counted of a review is in `breakeven/analysis/`, what is saved of it in
`breakeven/store/`.
"""
