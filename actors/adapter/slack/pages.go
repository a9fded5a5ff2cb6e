package slack

import (
	"context"
	"fmt"
	"slices"

	"github.com/slack-go/slack"

	"familiar/messages"
)

const (
	pageSize  = 200 // messages asked for at once
	pagesMost = 10  // pages of one question
)

// A span says which messages of a place are wanted.
type span struct {
	place
	oldest string // "" from the start
	most   int    // of a chat the newest ones, of a thread the first ones read; 0: as pages allow

	latest    string // of a chat; "" up to now
	inclusive bool   // oldest and latest are wanted, too
}

// pages returns messages of a place, oldest first, and whether there are more
// than were read. Slack itself gives a chat's newest first.
func (a *Account) pages(ctx context.Context, s span) (read []slack.Message, more bool, err error) {
	cursor := ""
	for range pagesMost {
		size := pageSize
		if s.most > 0 {
			size = min(size, s.most-len(read))
		}
		var page []slack.Message
		if s.thread == "" {
			page, more, cursor, err = a.chatPage(ctx, s, cursor, size)
		} else {
			page, more, cursor, err = a.api.GetConversationRepliesContext(ctx, &slack.GetConversationRepliesParameters{
				ChannelID: s.chat, Timestamp: s.thread, Cursor: cursor, Limit: size, Oldest: s.oldest, Inclusive: s.inclusive, IncludeAllMetadata: true,
			})
		}
		if err != nil {
			return nil, false, a.failed(fmt.Sprintf("read %s", s.chat), err)
		}
		read = append(read, page...)
		if !more || cursor == "" || s.most > 0 && len(read) >= s.most {
			return inOrder(read), more, nil
		}
	}
	return inOrder(read), true, nil
}

func inOrder(read []slack.Message) []slack.Message {
	slices.SortStableFunc(read, func(a, b slack.Message) int { return inTime(a.Timestamp, b.Timestamp) })
	return read
}

// inTime compares two ts.
func inTime(a, b string) int {
	switch {
	case after(a, b):
		return 1
	case after(b, a):
		return -1
	}
	return 0
}

func (a *Account) chatPage(ctx context.Context, s span, cursor string, size int) (page []slack.Message, more bool, next string, err error) {
	answer, err := a.api.GetConversationHistoryContext(ctx, &slack.GetConversationHistoryParameters{
		ChannelID: s.chat, Cursor: cursor, Limit: size, Oldest: s.oldest, Latest: s.latest, Inclusive: s.inclusive, IncludeAllMetadata: true,
	})
	if err != nil {
		return nil, false, "", err
	}
	return answer.Messages, answer.HasMore, answer.ResponseMetaData.NextCursor, nil
}

// placeIn returns the place that a channel's id names.
func placeIn(channel messages.ChannelID) (place, error) {
	return placeOf(messages.Post{Channel: channel})
}
