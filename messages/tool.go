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
	ToolEdit            Tool = "edit_message"     // change the text of an own line
	ToolFile            Tool = "send_file"        // post a text as a file
)

// Tools returns all of them, in the order of the page.
func Tools() []Tool {
	return []Tool{
		ToolSend, ToolSkip, ToolDisengage, ToolEngage, ToolFork, ToolReact,
		ToolAttachmentsList, ToolAttachmentsOpen, ToolHistory,
		ToolEdit, ToolFile,
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
	Why  string `json:"why"` // what is wrong with it, for the turn in the side-fork
}

// A Revision is the text that a turn gives a line of its own.
type Revision struct {
	Line LineID `json:"line"`
	Text string `json:"text"`
}

// A File is a text that is posted as a file; see package familiar/policy/file.
type File struct {
	Name string `json:"name"`
	Text string `json:"text,omitempty"`
}
