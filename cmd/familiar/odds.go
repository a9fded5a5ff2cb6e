package main

// oddsCommand is about the estimate of how likely an answer is expected.
type oddsCommand struct {
	Fit oddsFitCommand `cmd:"" help:"Fit the weights of the odds to recorded chat, and say what they are worth."`
}
