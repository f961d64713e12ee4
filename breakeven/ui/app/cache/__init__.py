"""What is counted once and kept between reruns, for whatever page asks. Nothing here draws."""
