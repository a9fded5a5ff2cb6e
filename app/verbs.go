package app

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"familiar/actors/channel"
	"familiar/actors/command"
	"familiar/actors/host"
	"familiar/cluster/verbs"
	"familiar/messages"
	"familiar/policy/admission"
)

// What processes of a deployment ask and tell each other. A channel and the account
// that speaks in it may be in two of them.
var (
	// Who has an account carries out a channel's orders.
	tellTyping  = verbs.Tell[messages.ShowTyping]{Name: "typing"}
	tellReact   = verbs.Tell[messages.React]{Name: "react"}
	tellEdit    = verbs.Tell[messages.Edit]{Name: "edit"}
	askMembers  = verbs.Ask[membersAsked, membersCounted]{Name: "members", AtOnce: asksAtOnce}
	tellReshard = verbs.Tell[messages.AccountID]{Name: "reshard"} // by who can't begin one of its shards
	askHistory  = verbs.Ask[historyAsked, historyTold]{Name: "history", AtOnce: asksAtOnce}

	askAudience = verbs.Ask[audienceAsked, messages.Audience]{Name: "audience", AtOnce: asksAtOnce, Exact: true}
	askPosted   = verbs.Ask[postedAsked, bool]{Name: "posted", AtOnce: gathersAtOnce, Exact: true}

	// Who has a channel answers for it. These are exact: by what is answered a post is
	// thrown away, and a command is not to be carried out by half. What is asked of a post
	// waits for a channel that this process is about to have.
	askStill   = inquire("still", stillWithin, (*App).expects, func(q stillAsked, reply chan<- bool) any { return channel.Still{Post: q.Post, Reply: reply} })
	askMoot    = inquire("moot", mootWithin, (*App).expects, func(q stillAsked, reply chan<- bool) any { return channel.Moot{Post: q.Post, Reply: reply} })
	askQuoting = inquire("quoting", mootWithin, (*App).expects, func(q stillAsked, reply chan<- messages.Quoted) any {
		return channel.Quoting{Post: q.Post, Reply: reply}
	})
	askLend = inquire("lend", lendWithin, (*App).hosts, func(q recallAsked, reply chan<- []messages.Memory) any {
		return channel.Lend{Reach: q.Reach, Reply: reply}
	})
	askFind = inquire("find", lendWithin, (*App).hosts, func(q recallAsked, reply chan<- []messages.ChannelID) any {
		return channel.Find{Reach: q.Reach, Reply: reply}
	})
	askAgreed  = inquire("agreed", lendWithin, (*App).hosts, func(q agreedAsked, reply chan<- []uint32) any { return channel.Agreed{Of: q, Reply: reply} })
	askCommand = verbs.Ask[commandAsked, []command.Verdict]{Name: "command", AtOnce: asksAtOnce, Exact: true}

	// Everybody is asked: the answer to who asks this process is the deployment's.
	askActors    = verbs.Ask[actorsAsked, actorsTold]{Name: "actors", AtOnce: gathersAtOnce}
	askStatuses  = verbs.Ask[statusesAsked, StatusPage]{Name: "statuses", AtOnce: gathersAtOnce}
	askUnmatched = verbs.Ask[unmatchedAsked, unmatchedTold]{Name: "unmatched", AtOnce: gathersAtOnce}

	// Everybody is told.
	tellTime     = verbs.Tell[messages.Instant]{Name: "time"}               // what the teller counts, see [clock.Clock]
	tellHello    = verbs.Tell[struct{}]{Name: "hello"}                      // by who is new, and wants to know who has which account and what is watched
	tellAccounts = verbs.Tell[[]attendance]{Name: "accounts"}               // who the teller's accounts are
	tellShards   = verbs.Tell[[]shardsTold]{Name: "shards"}                 // how the shards of accounts stand at the teller's
	tellRoles    = verbs.Tell[*admission.Claims]{Name: "roles"}             // who has which role, by the process that has their channel
	tellBacklogs = verbs.Tell[map[messages.ChannelID]int]{Name: "backlogs"} // which of the teller's channels can't keep up
	tellWatching = verbs.Tell[[]messages.ChannelID]{Name: "watching"}       // which channels somebody watches at the teller's

	// Who has a channel shows it where it is watched.
	tellNews = verbs.Tell[newsTold]{Name: "news"}
)

// AskReady asks a process whether its parts are ready, see [App.Ready]. It is an
// operator who asks.
var AskReady = verbs.Ask[struct{}, []Readiness]{Name: "ready", AtOnce: gathersAtOnce}

// How many questions of a kind are answered at once.
const (
	asksAtOnce    = 32
	gathersAtOnce = 4
)

type (
	membersAsked struct {
		Channel messages.ChannelID
		Account messages.AccountID
		Within  time.Duration // its deadline, whatever the clock of who is asked says
	}
	membersCounted struct {
		Humans, Bots int
		Truncated    bool          // as of messages.MembersKnown
		Known        bool          // false: the network can't say
		Age          time.Duration // since it was counted: two machines' clocks are never compared
	}
	historyAsked struct {
		Channel    messages.ChannelID
		Account    messages.AccountID
		Head, Tail int // as of messages.FetchHistory
		Within     time.Duration
	}
	historyTold struct {
		Event   json.RawMessage // a messages.HistoryFetched
		LeftOut int             // of its lines the oldest, for want of room
	}
	audienceAsked struct {
		Account messages.AccountID
		Channel messages.ChannelID
	}
	postedAsked struct {
		Post json.RawMessage // a messages.Post
	}
	recallAsked struct {
		Channel messages.ChannelID
		Reach   messages.Reach
	}
	stillAsked struct {
		Channel messages.ChannelID
		Post    messages.PostID
	}
	agreedAsked  []messages.Identity
	commandAsked struct {
		Channel messages.ChannelID
		Event   json.RawMessage // a messages.Commanded
	}
	actorsAsked struct{ Most int } // of each kind
	actorsTold  struct {
		Actors []host.Standing
		All    map[string]int // by kind
	}
	statusesAsked struct {
		After messages.ChannelID
		Most  int
	}
	unmatchedAsked struct{}
	unmatchedTold  struct {
		Rooms []messages.Unmatched // at most [mostUnmatched]
		Now   messages.Instant     // of the clock by which they are told
	}
	newsTold struct {
		N       uint64          // counts the news to one process, from 1
		Decided json.RawMessage `json:",omitempty"` // a messages.Explained with decisions; nil: none
		Doing   *doingTold      `json:",omitempty"`
	}
	doingTold struct {
		Channel messages.ChannelID
		Seats   []messages.Doing
		Now     messages.Instant // of the clock by which they are told
	}
	// An attendance is an account as the process that has it knows it.
	attendance struct {
		Account messages.AccountID
		Known   bool // it has said who it is
		Listens bool
		Me      messages.Author // this and the rest as of account.Meeting
		Members bool
		History bool
		Replies bool
		Reacts  bool
	}
)

func (q stillAsked) of() messages.ChannelID  { return q.Channel }
func (q recallAsked) of() messages.ChannelID { return q.Channel }
func (q agreedAsked) of() messages.ChannelID { return messages.Persons }

// answers returns what this process answers to others.
func (a *App) answers() []verbs.Verb {
	return []verbs.Verb{
		tellTyping.By(func(_ string, o messages.ShowTyping) { a.accounts.TypingHere(o) }),
		tellReact.By(func(_ string, o messages.React) { a.accounts.ReactHere(o) }),
		tellEdit.By(func(_ string, o messages.Edit) { a.accounts.EditHere(o) }),
		tellReshard.By(func(_ string, id messages.AccountID) { a.reshard(id) }),
		askMembers.By(a.countMembers),
		askHistory.By(a.tellHistory),
		askStill.verb(a),
		askMoot.verb(a),
		askQuoting.verb(a),
		askAudience.By(func(_ context.Context, _ string, q audienceAsked) (messages.Audience, error) {
			return a.asker.AudienceHere(q.Channel, q.Account), nil
		}),
		askPosted.By(a.tellPosted),
		askLend.verb(a),
		askFind.verb(a),
		askAgreed.verb(a),
		askCommand.By(func(ctx context.Context, _ string, q commandAsked) ([]command.Verdict, error) {
			e, err := messages.DecodeEvent(q.Event)
			c, is := e.(messages.Commanded)
			if err != nil || !is {
				return nil, errors.Join(errors.New("that is no command"), err)
			}
			return a.commander.Command(ctx, q.Channel, c)
		}),
		askActors.By(a.tellActors),
		askStatuses.By(a.tellStatuses),
		askUnmatched.By(a.tellUnmatched),
		AskReady.By(func(ctx context.Context, _ string, _ struct{}) ([]Readiness, error) { return a.Ready(ctx), nil }),
		AskShards.By(func(context.Context, string, struct{}) ([]AccountShards, error) { return a.allShards(), nil }),
		tellHello.By(func(string, struct{}) { a.tellTime(); a.tellAccounts(); a.tellShards(); a.tellWatched() }),
		tellTime.By(a.hearTime),
		tellAccounts.By(a.hearAccounts),
		tellShards.By(a.hearShards),
		tellRoles.By(a.hearRoles),
		tellBacklogs.By(a.others.backlogs.hear),
		tellWatching.By(a.hearWatched),
		tellNews.By(a.hearNews),
	}
}

// tellAll tells every other process, and reports whether it can be reached by now.
func tellAll[News any](a *App, kind verbs.Tell[News], news News) (told bool) {
	err := kind.Put(news, func(verb string, news []byte) error {
		told = a.Sharing.TellAll(verb, news)
		return nil
	})
	if err != nil {
		a.Log.Warn("not told to others", "verb", kind.Name, "err", err)
	}
	return told
}

// tellAccount tells the process that has an account.
func tellAccount[News any](a *App, id messages.AccountID, kind verbs.Tell[News], news News) {
	err := kind.Put(news, func(verb string, news []byte) error {
		a.Sharing.TellAccount(id, verb, news)
		return nil
	})
	if err != nil {
		a.Log.Warn("not told to the account's process", "account", string(id), "verb", kind.Name, "err", err)
	}
}

// tellProcess tells one process.
func tellProcess[News any](a *App, id string, kind verbs.Tell[News], news News) {
	err := kind.Put(news, func(verb string, news []byte) error {
		a.Sharing.TellProcess(id, verb, news)
		return nil
	})
	if err != nil {
		a.Log.Warn("not told to another process", "process", id, "verb", kind.Name, "err", err)
	}
}

// askAccount asks the process that has an account.
func askAccount[Question, Answer any](ctx context.Context, a *App, id messages.AccountID, kind verbs.Ask[Question, Answer], q Question) (Answer, error) {
	return kind.Put(q, func(verb string, question []byte) ([]byte, error) {
		return a.Sharing.AskAccount(ctx, id, verb, question)
	})
}

// askChannel asks the process that has a channel.
func askChannel[Question, Answer any](ctx context.Context, a *App, id messages.ChannelID, kind verbs.Ask[Question, Answer], q Question) (Answer, error) {
	return kind.Put(q, func(verb string, question []byte) ([]byte, error) {
		return a.Sharing.AskPartition(ctx, a.Journal.Partition(id), verb, question)
	})
}
