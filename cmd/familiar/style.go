package main

import "charm.land/lipgloss/v2"

// How a view on a terminal sets off what is less or more.
var (
	headingStyle = lipgloss.NewStyle().Bold(true)
	faintStyle   = lipgloss.NewStyle().Faint(true)
)
