// Package seating is the configuration of one channel: which familiars sit in
// it, by which account, and how each of them behaves there.
//
// It composes the Config structs of the packages that decide, and knows what
// follows from the configuration alone: the presets, what is wrong with it, what
// a seat may post as, who of an account that several share is meant where
// nobody is named, and how seats in shadow see the others. It knows nothing of
// what happens in the channel. Package config makes it of the operator's file;
// policy/conversation and policy/address decide by it. It is shared between
// channels and never changed.
package seating
