package messages

// A line in its written form; see [EncodeEvent]. [appendLine] and [scanLine] have
// the same fields, in this order.
type (
	writtenLine struct {
		ID      LineID        `json:"id"`
		Channel ChannelID     `json:"channel,omitempty"`
		Account AccountID     `json:"account,omitempty"`
		Author  writtenAuthor `json:"author,omitzero"`
		Text    string        `json:"text,omitempty"`
		At      Instant       `json:"at,omitempty"`

		Mentions    []PersonID          `json:"mentions,omitempty"`
		Everyone    bool                `json:"everyone,omitempty"`
		Roles       []string            `json:"roles,omitempty"`
		ReplyTo     writtenReply        `json:"reply_to,omitzero"`
		Attachments []writtenAttachment `json:"attachments,omitempty"`
		Nonce       string              `json:"nonce,omitempty"`

		DM           bool `json:"dm,omitempty"`
		ExplicitOnly bool `json:"explicit_only,omitempty"`
		LullEndpoint bool `json:"lull_endpoint,omitempty"`
		Backfilled   bool `json:"backfilled,omitempty"`
		Crowded      bool `json:"crowded,omitempty"`
		Notice       bool `json:"notice,omitempty"`
		Overdrawn    bool `json:"overdrawn,omitempty"`
		SharesDay    bool `json:"shares_day,omitempty"`
		Pane         bool `json:"pane,omitempty"`

		Audience Audience `json:"audience,omitempty"`
		Agreed   uint32   `json:"agreed,omitempty"`

		Root LineID `json:"root,omitempty"`

		Meta Meta `json:"meta,omitzero"`
	}
	writtenAuthor struct {
		ID   PersonID `json:"id,omitempty"`
		Name string   `json:"name,omitempty"`
		Bot  bool     `json:"bot,omitempty"`
	}
	writtenReply struct {
		ID         LineID   `json:"id,omitempty"`
		Author     PersonID `json:"author,omitempty"`
		ThreadRoot bool     `json:"thread_root,omitempty"`
	}
	writtenAttachment struct {
		ID    string `json:"id,omitempty"`
		Name  string `json:"name,omitempty"`
		Type  string `json:"type,omitempty"`
		Bytes int64  `json:"bytes,omitempty"`
	}
)

func present(l *Line) error {
	if l == nil {
		return errLine
	}
	return nil
}

func writeLine(l *Line) (*writtenLine, error) {
	if err := present(l); err != nil {
		return nil, err
	}
	w := &writtenLine{
		ID: l.ID, Channel: l.Channel, Account: l.Account, Author: writtenAuthor(l.Author), Text: l.Text, At: l.At,
		Mentions: l.Mentions, Everyone: l.Everyone, Roles: l.Roles, ReplyTo: writtenReply(l.ReplyTo), Nonce: l.Nonce,
		DM: l.DM, ExplicitOnly: l.ExplicitOnly, LullEndpoint: l.LullEndpoint, Backfilled: l.Backfilled, Crowded: l.Crowded, Notice: l.Notice, Overdrawn: l.Overdrawn, SharesDay: l.SharesDay, Pane: l.Pane, Audience: l.Audience, Agreed: l.Agreed, Root: l.Root,
		Meta: l.Meta,
	}
	for _, a := range l.Attachments {
		w.Attachments = append(w.Attachments, writtenAttachment(a))
	}
	return w, nil
}

func (w *writtenLine) line() *Line {
	l := &Line{
		ID: w.ID, Channel: w.Channel, Account: w.Account, Author: Author(w.Author), Text: w.Text, At: w.At,
		Mentions: w.Mentions, Everyone: w.Everyone, Roles: w.Roles, ReplyTo: Reply(w.ReplyTo), Nonce: w.Nonce,
		DM: w.DM, ExplicitOnly: w.ExplicitOnly, LullEndpoint: w.LullEndpoint, Backfilled: w.Backfilled, Crowded: w.Crowded, Notice: w.Notice, Overdrawn: w.Overdrawn, SharesDay: w.SharesDay, Pane: w.Pane, Audience: w.Audience, Agreed: w.Agreed, Root: w.Root,
		Meta: w.Meta,
	}
	for _, a := range w.Attachments {
		l.Attachments = append(l.Attachments, Attachment(a))
	}
	return l
}

func writeHistory(e HistoryFetched) (writtenHistory, error) {
	w := writtenHistory{N: e.N}
	for _, l := range e.Lines {
		line, err := writeLine(l)
		if err != nil {
			return w, err
		}
		w.Lines = append(w.Lines, line)
	}
	return w, nil
}

func (w writtenHistory) event() Event {
	e := HistoryFetched{N: w.N}
	for _, line := range w.Lines {
		if line != nil {
			e.Lines = append(e.Lines, line.line())
		}
	}
	return e
}
