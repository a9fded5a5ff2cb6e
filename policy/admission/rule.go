package admission

import (
	"errors"
	"fmt"
	"strings"

	"familiar/messages"
)

// A Rule says whom a role is for. It is written
//
//   - everybody, everywhere
//     NETWORK:*                    everybody on a network
//     NETWORK:WORKSPACE            in a workspace
//     NETWORK:WORKSPACE/CHAT       in a chat and its threads
//     NETWORK:dm/*                 in direct messages
//     NETWORK:dm/CHAT              in one of them
//
// and, but for the first, may be followed by " author:ID" for one person. On a
// network without workspaces the chat stands in the workspace's place. Ids are
// compared as channel ids write them. The zero Rule matches nothing.
type Rule struct {
	network         messages.Network // "*": everywhere
	workspace, chat string           // "": any
	dm              bool             // only direct messages
	author          messages.PersonID
}

// dmWord stands in the workspace's place for direct messages.
const dmWord = "dm"

// ParseRule reads a rule; its error says what is wrong with it.
func ParseRule(text string) (Rule, error) {
	scope, qualifier, qualified := strings.Cut(text, " ")
	r, err := parseScope(scope)
	if err == nil && qualified {
		r.author, err = parseAuthor(qualifier)
	}
	if err == nil && r.author != "" && r.network == "*" {
		err = errors.New("an author needs a network: ids mean nothing on another one")
	}
	if err != nil {
		return Rule{}, fmt.Errorf("rule %q: %w", text, err)
	}
	return r, nil
}

func parseScope(scope string) (Rule, error) {
	if scope == "*" {
		return Rule{network: "*"}, nil
	}
	network, rest, ok := strings.Cut(scope, ":")
	workspace, chat, within := strings.Cut(rest, "/")
	switch {
	case strings.ContainsFunc(scope, isBlank):
		return Rule{}, errors.New("want one space before author: and no other blanks")
	case !ok || !isName(network) || workspace == "" || within && chat == "" || strings.Contains(chat, "/"):
		return Rule{}, errors.New(`want "*", "network:*", "network:workspace" or "network:workspace/chat"`)
	}
	r := Rule{network: messages.Network(network), workspace: workspace, chat: chat}
	switch {
	case workspace == dmWord && !within:
		return Rule{}, fmt.Errorf(`direct messages are "%s:dm/*"`, network)
	case workspace == dmWord:
		r.dm, r.workspace = true, ""
		if chat == "*" {
			r.chat = ""
		}
	case workspace == "*" && within:
		return Rule{}, fmt.Errorf(`a chat needs its workspace; for all of them "%s:*" is enough`, network)
	case workspace == "*":
		r.workspace = ""
	case chat == "*":
		return Rule{}, fmt.Errorf(`"/*" is too much: "%s:%s" is the whole workspace`, network, workspace)
	}
	if strings.Contains(r.workspace+r.chat, "*") {
		return Rule{}, errors.New("* stands for a whole part only")
	}
	return r, nil
}

func parseAuthor(qualifier string) (messages.PersonID, error) {
	key, id, ok := strings.Cut(qualifier, ":")
	switch {
	case strings.ContainsFunc(qualifier, isBlank):
		return "", errors.New("want one author: and no other blanks")
	case !ok || key != "author":
		return "", fmt.Errorf("%q: want author:ID", qualifier)
	case id == "":
		return "", errors.New("author: has no id")
	}
	return messages.PersonID(id), nil
}

func isBlank(r rune) bool { return r <= ' ' || r == 0x7f }

// isName reports whether a text can be a network's name.
func isName(network string) bool {
	return network != "" && !strings.ContainsFunc(network, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' && r != '_'
	})
}

// UnmarshalText is [ParseRule].
func (r *Rule) UnmarshalText(text []byte) error {
	read, err := ParseRule(string(text))
	if err == nil {
		*r = read
	}
	return err
}

// MarshalText is [Rule.String].
func (r Rule) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// String returns the rule as it is written; of the zero Rule it gives "".
func (r Rule) String() string {
	if r.network == "" || r.network == "*" {
		return string(r.network)
	}
	s := string(r.network) + ":"
	switch {
	case r.dm && r.chat == "":
		s += dmWord + "/*"
	case r.dm:
		s += dmWord + "/" + r.chat
	case r.workspace == "":
		s += "*"
	case r.chat == "":
		s += r.workspace
	default:
		s += r.workspace + "/" + r.chat
	}
	if r.author != "" {
		s += " author:" + string(r.author)
	}
	return s
}

// Network returns the network the rule is for, "*" for all.
func (r Rule) Network() messages.Network { return r.network }

// Author returns the one person the rule is for, "" for everybody.
func (r Rule) Author() messages.PersonID { return r.author }

// Match reports whether the rule is for a channel, regardless of the speaker; dm says
// that what is said there is a direct message. A thread is matched as the room
// it hangs on.
func (r Rule) Match(channel messages.ChannelID, dm bool) bool {
	network, rest, _ := strings.Cut(string(channel), "/")
	switch {
	case r.network == "*":
		return true
	case r.network == "" || string(r.network) != network || r.dm && !dm:
		return false // as mostly
	}
	workspace, rest, _ := strings.Cut(rest, "/")
	chat, _, _ := strings.Cut(rest, "/")
	switch {
	case r.workspace == "":
		return r.chat == "" || r.chat == chat
	case workspace == "" && r.chat == "":
		return r.workspace == chat
	}
	return r.workspace == workspace && (r.chat == "" || r.chat == chat)
}
