// Package traffic makes up what people say in many channels: where, when, by
// whom, how long, in answer to what. It knows the shapes that were measured on
// recorded chat and has no clock: a line carries the moment it is due, from
// the start on. It makes no text and knows no familiar. Package load says its
// lines to one.
//
//	plan.go     what is asked for
//	profiles.go what was measured
//	traffic.go  the next line of all channels
//	speaker.go  the next line of one
//	draw.go     chance
package traffic
