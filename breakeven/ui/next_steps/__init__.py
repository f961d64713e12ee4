"""Parts of the Guidance and Splits pages that list findings.

What is found, and kept between reruns, is of ui/app/page.
"""
