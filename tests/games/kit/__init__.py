"""What the tests of every game share, a subject a file; what is asserted, and why, stands in the game's own tests."""
