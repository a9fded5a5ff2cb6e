package wire

// A Message is one in a chat. With nothing in it that people say it is
// Telegram's own notice: somebody joined, a title changed.
type Message struct {
	ID         int64  `json:"message_id"`
	Thread     int64  `json:"message_thread_id"` // of a forum its topic, if Topic; else of replies to one message
	Topic      bool   `json:"is_topic_message"`
	From       *User  `json:"from"`
	SenderChat *Chat  `json:"sender_chat"`      // in whose name it is: a channel's, or of an anonymous administrator the group's own
	Signature  string `json:"author_signature"` // of a channel's post, or the title of an anonymous administrator
	Date       int64  `json:"date"`             // s
	Edited     int64  `json:"edit_date"`        // s; 0: never
	Chat       Chat   `json:"chat"`
	Aside      Aside  `json:"direct_messages_topic"` // where the chat is a channel's direct messages

	Origin    *Origin  `json:"forward_origin"`
	Automatic bool     `json:"is_automatic_forward"` // a channel's post that Telegram put into its discussion group
	ReplyTo   *Message `json:"reply_to_message"`
	Quote     *Quote   `json:"quote"` // what of another message is answered
	Album     string   `json:"media_group_id"`

	Text            string   `json:"text"`
	Entities        []Entity `json:"entities"`
	Caption         string   `json:"caption"`
	CaptionEntities []Entity `json:"caption_entities"`

	Photo     []File   `json:"photo"` // the same in several sizes, the smallest first
	Document  *File    `json:"document"`
	Audio     *File    `json:"audio"`
	Voice     *File    `json:"voice"`
	Video     *File    `json:"video"`
	VideoNote *File    `json:"video_note"`
	Animation *File    `json:"animation"`
	Sticker   *Sticker `json:"sticker"`

	Poll     *Poll     `json:"poll"`
	Location *Location `json:"location"`
	Venue    *Venue    `json:"venue"`
	Contact  *Contact  `json:"contact"`
	Dice     *Dice     `json:"dice"`

	TopicCreated *Topic `json:"forum_topic_created"`
	TopicEdited  *Topic `json:"forum_topic_edited"`
	MigrateTo    int64  `json:"migrate_to_chat_id"` // the group is that supergroup now
}

type (
	// An Origin says who wrote what is passed on.
	Origin struct {
		User    *User  `json:"sender_user"`
		Name    string `json:"sender_user_name"` // of somebody who hides their account
		Chat    *Chat  `json:"sender_chat"`      // of an anonymous administrator
		Channel *Chat  `json:"chat"`
		Message int64  `json:"message_id"` // in the channel
	}
	// A Quote is a part of the message that is answered.
	Quote struct {
		Text   string `json:"text"`
		Manual bool   `json:"is_manual"` // somebody chose it
	}
	// A File can be fetched by its id.
	File struct {
		ID    string `json:"file_id"`
		Name  string `json:"file_name"`
		Type  string `json:"mime_type"`
		Bytes int64  `json:"file_size"`
		Path  string `json:"file_path"` // of getFile
	}
	// A Sticker is a picture that stands for an emoji.
	Sticker struct {
		File
		Emoji    string `json:"emoji"`
		Animated bool   `json:"is_animated"`
		Video    bool   `json:"is_video"`
	}
	// A Poll asks people.
	Poll struct {
		Question string   `json:"question"`
		Options  []Option `json:"options"`
	}
	// An Option is an answer of a poll.
	Option struct {
		Text string `json:"text"`
	}
	// A Location is a place on Earth.
	Location struct {
		Latitude  float64 `json:"latitude"`
		Longitude float64 `json:"longitude"`
	}
	// A Venue is a place with a name.
	Venue struct {
		Title   string `json:"title"`
		Address string `json:"address"`
	}
	// A Contact is somebody's number, which nobody here is shown.
	Contact struct {
		First string `json:"first_name"`
		Last  string `json:"last_name"`
	}
	// Dice show a random number.
	Dice struct {
		Emoji string `json:"emoji"`
		Value int    `json:"value"`
	}
	// An Aside is what one person and a channel say to each other.
	Aside struct {
		ID int64 `json:"topic_id"`
	}
	// A Topic of a forum.
	Topic struct {
		Name string `json:"name"`
	}
)

// AllEntities returns those of the text, or of the caption.
func (m *Message) AllEntities() []Entity {
	if m.Text != "" {
		return m.Entities
	}
	return m.CaptionEntities
}

// Says reports whether somebody says something by the message, with or without
// words.
func (m *Message) Says() bool {
	return m.Text != "" || m.Caption != "" || len(m.Photo) > 0 || m.Document != nil || m.Audio != nil || m.Voice != nil ||
		m.Video != nil || m.VideoNote != nil || m.Animation != nil || m.Sticker != nil ||
		m.Poll != nil || m.Location != nil || m.Venue != nil || m.Contact != nil || m.Dice != nil
}
