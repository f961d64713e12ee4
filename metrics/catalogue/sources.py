"""The documents that the entries cite, by the short name used there.

Tested in `tests/metrics/catalogue/test_catalogue.py`.
"""

from __future__ import annotations

from collections.abc import Mapping

BIBLIOGRAPHY: Mapping[str, str] = {
    "2011 note": "“Evaluation of Text Categorization Systems”, note of 3 October 2011.",
    "Altman & Bland 1994": "D. G. Altman, J. M. Bland, “Diagnostic tests 2: predictive values”, "
    "BMJ 309.",
    "Angelopoulos et al. 2021": "A. N. Angelopoulos, S. Bates, E. J. Candès, M. I. Jordan, L. Lei, "
    "“Learn then test: calibrating predictive algorithms to achieve risk control”, "
    "arXiv 2110.01052",
    "Angelopoulos et al. 2024": "A. N. Angelopoulos, S. Bates, A. Fisch, L. Lei, T. Schuster, "
    "“Conformal risk control”, ICLR; arXiv 2208.02814",
    "Bauer 1991": "P. Bauer, “Multiple testing in clinical trials”, Statistics in Medicine 10",
    "Benjamini & Hochberg 1995": "Y. Benjamini, Y. Hochberg, “Controlling the false discovery "
    "rate: a practical and powerful approach to multiple testing”, Journal of the Royal "
    "Statistical Society B 57.",
    "Benjamini & Yekutieli 2001": "Y. Benjamini, D. Yekutieli, “The control of the false discovery "
    "rate in multiple testing under dependency”, Annals of Statistics 29.",
    "Breslow & Day 1987": "N. E. Breslow, N. E. Day, *Statistical Methods in Cancer Research*, "
    "volume 2, IARC, chapter 2. Given here as generally cited.",
    "Good 1952": "I. J. Good, “Rational decisions”, Journal of the Royal Statistical Society B 14 "
    "(1952), 107–114",
    "Brier 1950": "G. W. Brier, “Verification of forecasts expressed in terms of probability”, "
    "Monthly Weather Review 78.",
    "Brodersen et al. 2010": "K. H. Brodersen, C. S. Ong, K. E. Stephan, J. M. Buhmann, “The "
    "balanced accuracy and its posterior distribution”, ICPR.",
    "Calderon, Reichart & Dror 2025": "N. Calderon, R. Reichart, R. Dror, “The alternative "
    "annotator test for LLM-as-a-judge: how to statistically justify replacing human annotators "
    "with LLMs”, ACL; arXiv 2501.10970.",
    "Cicchetti & Feinstein 1990": "D. V. Cicchetti, A. R. Feinstein, “High agreement but low "
    "kappa: II. Resolving the paradoxes”, Journal of Clinical Epidemiology 43.",
    "Clopper & Pearson 1934": "C. J. Clopper, E. S. Pearson, “The use of confidence or fiducial "
    "limits illustrated in the case of the binomial”, Biometrika 26",
    "Cochran 1977": "W. G. Cochran, *Sampling Techniques*, 3rd edition, Wiley.",
    "Cohen 1960": "J. Cohen, “A coefficient of agreement for nominal scales”, Educational and "
    "Psychological Measurement 20.",
    "Cortes et al. 1994": "C. Cortes, L. D. Jackel, S. A. Solla, V. Vapnik, J. S. Denker, "
    "“Learning curves: asymptotic values and rate of convergence”, NIPS 6.",
    "De Vries et al. 2008": "H. De Vries, M. N. Elliott, D. E. Kanouse, S. S. Teleki, “Using "
    "pooled kappa to summarize interrater agreement across many items”, Field Methods 20.",
    "DeLong, DeLong & Clarke-Pearson 1988": "E. R. DeLong, D. M. DeLong, D. L. Clarke-Pearson, "
    "“Comparing the areas under two or more correlated receiver operating characteristic curves: a "
    "nonparametric approach”, Biometrics 44.",
    "Dhillon & Modha 2001": "I. S. Dhillon, D. S. Modha, “Concept decompositions for large sparse "
    "text data using clustering”, Machine Learning 42.",
    "Efron 1979": "B. Efron, “Bootstrap methods: another look at the jackknife”, "
    "Annals of Statistics 7.",
    "Efron 1987": "B. Efron, “Better bootstrap confidence intervals”, Journal of the American "
    "Statistical Association 82.",
    "El-Yaniv & Wiener 2010": "R. El-Yaniv, Y. Wiener, “On the foundations of noise-free selective "
    "classification”, Journal of Machine Learning Research 11.",
    "Fawcett 2006": "T. Fawcett, “An introduction to ROC analysis”, Pattern Recognition "
    "Letters 27.",
    "Feinstein & Cicchetti 1990": "A. R. Feinstein, D. V. Cicchetti, “High agreement but low "
    "kappa: I. The problems of two paradoxes”, Journal of Clinical Epidemiology 43.",
    "Fithian, Sun & Taylor 2014": "W. Fithian, D. Sun, J. Taylor, “Optimal inference after model "
    "selection”, arXiv 1410.2597.",
    "Fleiss 1971": "J. L. Fleiss, “Measuring nominal scale agreement among many raters”, "
    "Psychological Bulletin 76.",
    "Geifman & El-Yaniv 2017": "Y. Geifman, R. El-Yaniv, “Selective classification for deep neural "
    "networks”, NIPS; arXiv 1705.08500.",
    "Goodman 1968": "L. A. Goodman, “The analysis of cross-classified data: independence, "
    "quasi-independence, and interactions in contingency tables with or without missing entries”, "
    "Journal of the American Statistical Association 63.",
    "Gorodkin 2004": "J. Gorodkin, “Comparing two K-category assignments by a K-category "
    "correlation coefficient”, Computational Biology and Chemistry 28.",
    "Hanley & McNeil 1982": "J. A. Hanley, B. J. McNeil, “The meaning and use of the area under a "
    "receiver operating characteristic (ROC) curve”, Radiology 143.",
    "Hesterberg 2015": "T. C. Hesterberg, “What teachers should know about the bootstrap”, The "
    "American Statistician 69.",
    "Holm 1979": "S. Holm, “A simple sequentially rejective multiple test procedure”, "
    "Scandinavian Journal of Statistics 6.",
    "Jain, Prabhu & Varma 2016": "H. Jain, Y. Prabhu, M. Varma, “Extreme multi-label loss "
    "functions for recommendation, tagging, ranking & other missing label applications”, KDD.",
    "Järvelin & Kekäläinen 2002": "K. Järvelin, J. Kekäläinen, “Cumulated gain-based evaluation of "
    "IR techniques”, ACM Transactions on Information Systems 20.",
    "Kerman 2011": "J. Kerman, “Neutral noninformative and informative conjugate beta and gamma "
    "prior distributions”, Electronic Journal of Statistics 5.",
    "Kitagawa 1955": "E. M. Kitagawa, “Components of a difference between two rates”, Journal of "
    "the American Statistical Association 50.",
    "Kiritchenko et al. 2006": "S. Kiritchenko, S. Matwin, R. Nock, A. F. Famili, “Learning and "
    "evaluation in the presence of class hierarchies: application to text categorization”, "
    "Canadian Conference on Artificial Intelligence.",
    "Kosmopoulos et al. 2015": "A. Kosmopoulos, I. Partalas, E. Gaussier, G. Paliouras, "
    "I. Androutsopoulos, “Evaluation measures for hierarchical classification: a unified view and "
    "novel approaches”, Data Mining and Knowledge Discovery 29.",
    "Krippendorff 2004": "K. Krippendorff, *Content Analysis: An Introduction to Its "
    "Methodology*, 2nd edition, Sage, chapter 11. Given here as generally cited.",
    "Kullback & Leibler 1951": "S. Kullback and R. A. Leibler, “On information and sufficiency”, "
    "Annals of Mathematical Statistics 22 (1951), 79–86",
    "Krippendorff 2011": "K. Krippendorff, “Computing Krippendorff’s alpha-reliability”, "
    "University of Pennsylvania.",
    "Lewis 1991": "D. D. Lewis, “Evaluating text categorization”, Speech and Natural Language "
    "Workshop. The text that survives is damaged in places.",
    "Lewis 1995": "D. D. Lewis, “Evaluating and optimizing autonomous text classification "
    "systems”, SIGIR.",
    "Light 1971": "R. J. Light, “Measures of response agreement for qualitative data: some "
    "generalizations and alternatives”, Psychological Bulletin 76.",
    "Manning, Raghavan & Schütze 2008": "C. D. Manning, P. Raghavan, H. Schütze, *Introduction "
    "to Information Retrieval*, Cambridge University Press.",
    "Matthews 1975": "B. W. Matthews, “Comparison of the predicted and observed secondary "
    "structure of T4 phage lysozyme”, Biochimica et Biophysica Acta 405.",
    "McNemar 1947": "Q. McNemar, “Note on the sampling error of the difference between "
    "correlated proportions or percentages”, Psychometrika 12.",
    "McSherry & Najork 2008": "F. McSherry, M. Najork, “Computing information retrieval "
    "performance measures efficiently in the presence of tied scores”, ECIR.",
    "Microsoft": "Custom text classification, “Evaluation metrics”, documentation page; REST "
    "reference, “Get Model Evaluation Summary” of text and of conversations, 2023-04-01.",
    "Monroe, Colaresi & Quinn 2008": "B. L. Monroe, M. P. Colaresi, K. M. Quinn, “Fightin’ words: "
    "lexical feature selection and evaluation for identifying the content of political conflict”, "
    "Political Analysis 16.",
    "Murphy & Winkler 1977": "A. H. Murphy, R. L. Winkler, “Reliability of subjective "
    "probability forecasts of precipitation and temperature”, Applied Statistics 26.",
    "Naeini, Cooper & Hauskrecht 2015": "M. P. Naeini, G. F. Cooper, M. Hauskrecht, “Obtaining "
    "well calibrated probabilities using Bayesian binning”, AAAI.",
    "Newcombe 1998": "R. G. Newcombe, “Interval estimation for the difference between independent "
    "proportions: comparison of eleven methods”, Statistics in Medicine 17.",
    "Noreen 1989": "E. W. Noreen, *Computer-Intensive Methods for Testing Hypotheses*, Wiley.",
    "Northcutt, Jiang & Chuang 2021": "C. G. Northcutt, L. Jiang, I. L. Chuang, “Confident "
    "learning: estimating uncertainty in dataset labels”, Journal of Artificial Intelligence "
    "Research 70.",
    "Passonneau 2006": "R. J. Passonneau, “Measuring agreement on set-valued items (MASI) for "
    "semantic and pragmatic annotation”, LREC.",
    "Plaud et al. 2024": "R. Plaud, M. Labeau, A. Saillenfest, T. Bonald, “Revisiting hierarchical "
    "text classification: inference and metrics”, CoNLL.",
    "Rogan & Gladen 1978": "W. J. Rogan, B. Gladen, “Estimating prevalence from the results of a "
    "screening test”, American Journal of Epidemiology 107.",
    "Satterthwaite 1946": "F. E. Satterthwaite, “An approximate distribution of estimates of "
    "variance components”, Biometrics Bulletin 2.",
    "Sebastiani 2002": "F. Sebastiani, “Machine learning in automated text categorization”, "
    "ACM Computing Surveys 34.",
    "Shannon 1948": "C. E. Shannon, “A mathematical theory of communication”, Bell System "
    "Technical Journal 27.",
    "Spearman 1904": "C. Spearman, “The proof and measurement of association between two things”, "
    "American Journal of Psychology 15.",
    "Thyagarajan et al. 2022": "A. Thyagarajan, E. Snorrason, C. Northcutt, J. Mueller, "
    "“Identifying incorrect annotations in multi-label classification data”, arXiv:2211.13895.",
    "Tsoumakas, Katakis & Vlahavas 2010": "G. Tsoumakas, I. Katakis, I. Vlahavas, “Mining "
    "multi-label data”, Data Mining and Knowledge Discovery Handbook, Springer.",
    "van Rijsbergen 1979": "C. J. van Rijsbergen, *Information Retrieval*, 2nd edition, "
    "Butterworths, chapter 7.",
    "Vickers & Elkin 2006": "A. J. Vickers, E. B. Elkin, “Decision curve analysis: a novel method "
    "for evaluating prediction models”, Medical Decision Making 26.",
    "Weinstein, Fithian & Benjamini 2013": "A. Weinstein, W. Fithian, Y. Benjamini, “Selection "
    "adjusted confidence intervals with more power to determine the sign”, Journal of the American "
    "Statistical Association 108.",
    "Westfall & Young 1993": "P. H. Westfall, S. S. Young, *Resampling-Based Multiple Testing*, "
    "Wiley.",
    "Wilks 1941": "S. S. Wilks, “Determination of sample sizes for setting tolerance limits”, "
    "Annals of Mathematical Statistics 12",
    "Wilson & Hilferty 1931": "E. B. Wilson, M. M. Hilferty, “The distribution of chi-square”, "
    "Proceedings of the National Academy of Sciences 17.",
    "Wilson 1927": "E. B. Wilson, “Probable inference, the law of succession, and statistical "
    "inference”, Journal of the American Statistical Association 22.",
    "Yang 1999": "Y. Yang, “An evaluation of statistical approaches to text categorization”, "
    "Information Retrieval 1.",
    "Yang 2001": "Y. Yang, “A study of thresholding strategies for text categorization”, SIGIR.",
    "Yang & Liu 1999": "Y. Yang, X. Liu, “A re-examination of text categorization methods”, "
    "SIGIR. Given here as generally cited, not checked against the paper.",
    "Ye, Chai, Lee & Chieu 2012": "N. Ye, K. M. A. Chai, W. S. Lee, H. L. Chieu, “Optimizing "
    "F-measures: a tale of two approaches”, ICML.",
    "Yeh 2000": "A. Yeh, “More accurate tests for the statistical significance of result "
    "differences”, COLING.",
    "Zapf et al. 2016": "A. Zapf, S. Castell, L. Morawietz, A. Karch, “Measuring inter-rater "
    "reliability for nominal data – which coefficients and confidence intervals are appropriate?”, "
    "BMC Medical Research Methodology 16.",
    "Zhong & Prentice 2008": "H. Zhong, R. L. Prentice, “Bias-reduced estimators and confidence "
    "intervals for odds ratios in genome-wide association studies”, Biostatistics 9.",
    "Zou & Donner 2008": "G. Y. Zou, A. Donner, “Construction of confidence limits about effect "
    "measures: a general approach”, Statistics in Medicine 27.",
}
