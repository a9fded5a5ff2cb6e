// Package replay tries timing on recorded chat: it feeds a recording to
// [conversation.Channel.Step], the same Step the live channel runs, in virtual
// time, and says when the familiar would have been called to speak.
//
// One participant of the recording is the familiar. The replay is
// teacher-forced: the participant's recorded lines are heard as the
// familiar's own, whatever it decided, so that every decision is made after
// the same past. A turn is therefore answered at once with silence, and a
// question to the judge by a [Judge] that knows the recording. A deadline
// fires before the first line that comes at or after it; when a slice ends,
// those that are left fire.
//
// It knows no policy of its own, no network and no model, and reads no flags.
// package corpus reads the recording, package score measures the outcome. The
// command line calls [Run]. docs/replay.md shows what comes out.
package replay
