// Package transcript is what a channel has heard: its newest lines, the ids it
// has heard of, and what people put to its lines.
//
// Each value owns its fields. They know no familiar, policy or configuration: a
// seat is a number and a bit. policy/conversation adds what is heard and looks
// at it; nothing else changes it.
package transcript
