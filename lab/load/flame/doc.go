// Package flame draws a profile of Go's as a flame graph: one static SVG, whose
// boxes are functions, each as wide as what was spent in it and below the one
// that called it. Colours say whose code it is. It knows the format of pprof
// and which module is familiar's own, and neither what ran nor where files are;
// names in a profile are data to it. cmd/familiar calls it after a load. pprof
// itself draws flame graphs only in its own web server; its -svg is a graph of calls
// that needs Graphviz, and knows no owners.
//
//	read.go  the profile becomes a tree of frames
//	owner.go whose code a frame is
//	draw.go  the tree becomes a picture
//	box.go   one frame of the picture
//	value.go numbers for people
package flame
