package importer

import (
	"fmt"
	"io"
	"io/fs"
	"time"

	"familiar/lab/corpus"
)

// A generated file is as long as it is told to be and nowhere: what is read of
// it is made then. All its messages are of one length.
type generated struct {
	head, tail string
	first, n   int
	message    func(b []byte, i int) []byte
}

func (g *generated) size() int64 {
	return int64(len(g.head) + g.n*len(g.message(nil, 0)) + len(g.tail))
}

// A generatedTree has generated files.
type generatedTree map[string]*generated

func (t generatedTree) Open(name string) (fs.File, error) {
	g, ok := t[name]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return &generating{generated: g, ready: []byte(g.head)}, nil
}

// A generating is a generated file while it is read.
type generating struct {
	*generated
	ready []byte
	at    int
	buf   []byte
}

func (g *generating) Read(p []byte) (int, error) {
	for len(g.ready) == 0 {
		switch {
		case g.at < g.n:
			g.buf = g.message(g.buf[:0], g.first+g.at)
			g.ready = g.buf
		case g.at == g.n:
			g.ready = []byte(g.tail)
		default:
			return 0, io.EOF
		}
		g.at++
	}
	n := copy(p, g.ready)
	g.ready = g.ready[n:]
	return n, nil
}

func (g *generating) Close() error               { return nil }
func (g *generating) Stat() (fs.FileInfo, error) { return nil, fs.ErrInvalid }

// generate makes an export of a kind of at least so many bytes, as one file or
// as days.
func generate(kind Kind, bytes int64) *source {
	tree := generatedTree{}
	s := &source{name: "generated", tree: tree}
	add := func(name string, g *generated) {
		tree[name] = g
		s.files = append(s.files, &file{tree, name, name, g.size()})
	}
	const day = 20_000 // messages
	for first := 0; bytes > 0; first += day {
		name, g := generators[kind](first)
		g.first, g.n = first, day
		if kind != Slack && kind != IRC { // one file
			g.n = 1 + int(bytes/int64(len(g.message(nil, 0))))
		}
		add(name, g)
		bytes -= g.size()
	}
	if kind == Slack {
		add("users.json", &generated{head: `[{"id":"U1","team_id":"T1","name":"ana"}]`, message: none})
		add("channels.json", &generated{head: `[{"id":"C1","name":"general"}]`, message: none})
	}
	return s
}

func none([]byte, int) []byte { return nil }

var begin = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)

const lorem = "so the export job failed again last night, could somebody have a look at node three before the backups begin"

// generators make a file whose first message has that number.
var generators = map[Kind]func(first int) (string, *generated){
	Discord: func(int) (string, *generated) {
		return "export.json", &generated{
			head: `{"guild":{"id":"1","name":"lab"},"channel":{"id":"2","type":"GuildTextChat","name":"general"},"messages":[`, tail: `{}],"messageCount":1}`,
			message: func(b []byte, i int) []byte {
				return fmt.Appendf(b, `{"id":"%019d","type":"Reply","timestamp":%q,"timestampEdited":null,"callEndedTimestamp":null,"isPinned":false,"content":%q,"author":{"id":"8380219392000%05d","name":"ana","discriminator":"0000","nickname":"Ana Bell","color":"#E91E63","isBot":false,"roles":[{"id":"1290000000000000900","name":"ops","color":"#E91E63","position":3}],"avatarUrl":"https://cdn.discordapp.com/embed/avatars/0.png"},"attachments":[],"embeds":[],"stickers":[],"reactions":[],"mentions":[],"reference":{"type":"Default","messageId":"%019d","channelId":"2","guildId":"1"},"inlineEmojis":[]},`+"\n",
					i+1, begin.Add(time.Duration(i)*time.Second).Format("2006-01-02T15:04:05.00Z07:00"), lorem, i%1000, i)
			},
		}
	},
	Slack: func(first int) (string, *generated) {
		return "general/" + begin.AddDate(0, 0, first/20_000).Format(time.DateOnly) + ".json", &generated{
			head: "[", tail: "{}]",
			message: func(b []byte, i int) []byte {
				ts := begin.Unix() + int64(i*4)
				return fmt.Appendf(b, `{"user":"U1","type":"message","ts":"%010d.000100","client_msg_id":"00000000-0000-4000-8000-%012d","text":%q,"team":"T1","user_team":"T1","source_team":"T1","user_profile":{"avatar_hash":"g0","image_72":"","real_name":"Ana","display_name":"ana","name":"ana"},"thread_ts":"%010d.000100","parent_user_id":"U1","blocks":[{"type":"rich_text","block_id":"b1","elements":[{"type":"rich_text_section","elements":[{"type":"text","text":%q}]}]}]},`+"\n",
					ts, i, lorem, ts-int64(i%20)*4, lorem)
			},
		}
	},
	Telegram: func(int) (string, *generated) {
		return "result.json", &generated{
			head: `{"name":"lab","type":"private_group","id":7,"messages":[`, tail: "{}]}",
			message: func(b []byte, i int) []byte {
				return fmt.Appendf(b, `{"id":%09d,"type":"message","date":"2025-03-05T23:58:20","date_unixtime":"%010d","from":"Ana","from_id":"user7000%05d","reply_to_message_id":%09d,"text":[{"type":"mention","text":"@moth_bot"},%q],"text_entities":[{"type":"mention","text":"@moth_bot"},{"type":"plain","text":%q}]},`+"\n",
					2_0000_0000+i, begin.Unix()+int64(i), i%1000, 2_0000_0000+i-1, lorem+"\x01", lorem)
			},
		}
	},
	Element: func(int) (string, *generated) {
		return "export.json", &generated{
			head: `{"room_name":"lab","room_creator":"Ana","exported_by":"Ana","messages":[`, tail: "{}]}",
			message: func(b []byte, i int) []byte {
				return fmt.Appendf(b, `{"type":"m.room.message","sender":"@ana%04d:lab.example","content":{"msgtype":"m.text","body":%q,"m.relates_to":{"m.in_reply_to":{"event_id":"$%020d"}},"m.mentions":{"user_ids":["@bo:lab.example"]}},"origin_server_ts":%013d,"event_id":"$%020d","room_id":"!general:lab.example","unsigned":{"age":1}},`+"\n",
					i%1000, lorem, i, begin.UnixMilli()+int64(i)*1000, i+1)
			},
		}
	},
	IRC: func(first int) (string, *generated) {
		day := begin.AddDate(0, 0, first/20_000)
		return "libera/#general/" + day.Format(time.DateOnly) + ".log", &generated{
			message: func(b []byte, i int) []byte {
				at := day.Add(time.Duration(i%20_000) * 4 * time.Second)
				return fmt.Appendf(b, "[%s] <ana%03d> bob%03d: %s\n", at.Format(time.TimeOnly), i%1000, i%900, lorem)
			},
		}
	},
	JSONL: func(int) (string, *generated) {
		return "chat.jsonl", &generated{
			head: `{"schema":"` + corpus.Schema + `"}` + "\n" + `{"ch":"general","kind":"channel","platform":"irc"}` + "\n",
			message: func(b []byte, i int) []byte {
				return fmt.Appendf(b, `{"ch":"general","id":"%019d","ts":%q,"kind":"message","author":"Ana","uid":"ana%04d","is_bot":false,"text":%q,"addressees":["bo"],"reply_to":["%019d"]}`+"\n",
					i, begin.Add(time.Duration(i)*time.Second).Format(time.RFC3339), i%1000, lorem, i-1)
			},
		}
	},
}
