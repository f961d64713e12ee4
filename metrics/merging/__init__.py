"""Classes taken together or divided: gains, information, two clusters.

Confusion of classes as it is stands in `metrics.confusion`.
"""
