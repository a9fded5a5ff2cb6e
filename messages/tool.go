package messages

// A Tool is the name of something a model can do during its turn. The set is
// closed; docs/tools.md explains each, and a test keeps the two equal.
type Tool string

// The tools.
const (
	ToolSend            Tool = "send"             // post a message and go on
	ToolSkip            Tool = "skip"             // end the turn in silence
	ToolDisengage       Tool = "disengage"        // step back from the conversation
	ToolEngage          Tool = "engage"           // open the channel's window
	ToolFork            Tool = "fork"             // correct an own reply aside
	ToolReact           Tool = "react"            // add a reaction to a line
	ToolAttachmentsList Tool = "attachments_list" // what is attached to the lines shown
	ToolAttachmentsOpen Tool = "attachments_open" // read one of these
	ToolHistory         Tool = "history"          // earlier lines of the channel
)

// Tools gives all of them, in the order of the page.
func Tools() []Tool {
	return []Tool{
		ToolSend, ToolSkip, ToolDisengage, ToolEngage, ToolFork, ToolReact,
		ToolAttachmentsList, ToolAttachmentsOpen, ToolHistory,
	}
}

// A Reaction is one that a turn adds to a line.
type Reaction struct {
	Line  LineID `json:"line"`
	Emoji string `json:"emoji"` // one emoji, or a network's own by its name: ":party:"
}

// A Fork is a turn's wish to correct a reply of its own aside, in a channel
// made for it, see [ChannelID.Fix].
type Fork struct {
	Line LineID `json:"line"`
	Why  string `json:"why"` // what is wrong with it, for whoever works there
}
