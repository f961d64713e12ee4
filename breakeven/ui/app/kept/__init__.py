"""What is counted once and kept between reruns."""
