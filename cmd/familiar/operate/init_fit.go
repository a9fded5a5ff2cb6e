package operate

import (
	"errors"
	"fmt"
	"strings"

	"familiar/actors/adapter"
	"familiar/actors/adapter/inbound"
)

// What is wanted of answers. The errors don't repeat them: some are secret.

func isDiscordToken(s string) error {
	if !isWord(s) || strings.Trim(s, "0123456789") == "" {
		return errors.New("want the bot's token, from the page Bot; not the application's id")
	}
	return nil
}

func isTelegramToken(s string) error {
	id, secret, _ := strings.Cut(s, ":")
	if id == "" || secret == "" || strings.Trim(id, "0123456789") != "" || !isWord(s) {
		return errors.New("want the token from @BotFather: digits, a colon and letters")
	}
	return nil
}

func isHomeserver(s string) error {
	if !adapter.IsAddress(s, "https", "http") {
		return errors.New("want the homeserver's address, such as https://matrix.example.org")
	}
	return nil
}

// isListen reports whether an account can listen there; it is given a token.
func isListen(s string) error { return inbound.Check(s, true) }

func isOneBot(s string) error {
	if address, is := strings.CutPrefix(s, comes); is {
		return isListen(address)
	}
	if !adapter.IsAddress(s, "ws", "wss") {
		return errors.New("want the address of its WebSocket, such as ws://127.0.0.1:3001/")
	}
	return nil
}

func beginsWith(prefix string) func(string) error {
	return func(s string) error {
		if !strings.HasPrefix(s, prefix) || !isWord(s) {
			return fmt.Errorf("want the token that begins with %s", prefix)
		}
		return nil
	}
}

func anySecret(s string) error {
	if !isWord(s) {
		return errors.New("want one word")
	}
	return nil
}

// isWord reports whether a text is there and has no spaces or control characters.
func isWord(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool { return r <= ' ' || r == 0x7f }) < 0
}

func wrongNick(s string) error {
	const letters, others = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ[]{}\\|^`_", "0123456789-"
	if s == "" || len(s) > 30 || strings.Trim(s, letters+others) != "" || strings.ContainsAny(s[:1], others) {
		return errors.New("want letters, digits and -_[]{}\\|^`, a letter first, at most 30")
	}
	return nil
}

func channelsIn(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' })
}

// lowASCII folds A to Z, as IRC does, and nothing else.
func lowASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}
