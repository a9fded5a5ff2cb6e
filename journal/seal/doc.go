// Package seal gives each text of a journal a key of its own and can forget
// single ones, so that a text is gone from every file, replica and backup made
// afterwards without any of these being written again.
//
// No key is stored. Each is a leaf of a tree whose inner nodes are keys too:
// a child's is a hash of its parent's (Goldreich, Goldwasser and Micali, "How
// to construct random functions", 1986). To forget a leaf, the nodes above it
// are replaced by those beside the way down to it: all other leaves can still
// be made, this one never again (a puncturable pseudorandom function: Boneh and
// Waters, "Constrained pseudorandom functions and their applications", 2013).
// What is kept is one node while nothing was forgotten, and grows by some 50
// nodes of 25 bytes for a text alone, and by as much for any number in a row.
//
// There are two layers of trees: the upper one's leaves, by a hash of the
// channel's id, are the roots of the lower ones, one for each channel, whose
// leaves are texts by their [Position].
//
// The package knows nothing of where texts and trees are kept: journal/jetstream
// keeps both, and has to overwrite the old trees when it keeps new ones.
package seal
