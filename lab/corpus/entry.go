package corpus

import (
	"familiar/messages"
)

// A Place is a channel of a recording: what its slice is called.
type Place struct {
	Name       string // unique in the recording
	Channel    messages.ChannelID
	Resolution string // of its times: "second", "minute" or "" when not said
}

// An Entry is one line of talk on its way into a corpus or a file. Those of
// one place share it; they need not stand together. Own is not set.
type Entry struct {
	Place *Place
	Record
	Edited bool // the text is what it was changed to
}
