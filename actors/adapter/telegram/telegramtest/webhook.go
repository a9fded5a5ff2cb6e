package telegramtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// A hook is a webhook by which a bot's updates are delivered.
type hook struct {
	address, secret string
	most            int // connections
	underway        map[string]bool
	failure         string
	failedAt        int64
}

// Front has what is sent to a webhook's address arrive at another, as a proxy does that
// stands there.
func (s *Server) Front(address, at string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fronts[address] = at
	s.changed.Tell()
}

// Webhook returns where a bot's updates are delivered to; "": they are asked for.
func (s *Server) Webhook(id int64) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.byID(id).webhook
}

func (s *Server) getWebhookInfo(b *bot, _ Message) verdict {
	info := Message{"url": b.webhook, "has_custom_certificate": false, "pending_update_count": len(b.updates)}
	if h := b.hooked; h != nil && h.failedAt > 0 {
		info["last_error_date"], info["last_error_message"] = h.failedAt, h.failure
	}
	return yes(info)
}

func (s *Server) deleteWebhook(b *bot, _ Message) verdict {
	b.webhook, b.hooked = "", nil
	s.changed.Tell()
	return yes(true)
}

func (s *Server) setWebhook(b *bot, params Message) verdict {
	address, _ := params["url"].(string)
	secret, _ := params["secret_token"].(string)
	most := number(params, "max_connections")
	if params["max_connections"] == nil {
		most = 40
	}
	switch {
	case !strings.HasPrefix(address, "https://"):
		return no(http.StatusBadRequest, "Bad Request: bad webhook: An HTTPS URL must be provided for webhook")
	case strings.Trim(secret, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-") != "" || len(secret) > 256:
		return no(http.StatusBadRequest, "Bad Request: secret token contains unallowed characters")
	case most < 1 || most > 100:
		return no(http.StatusBadRequest, "Bad Request: max_connections is out of range")
	}
	b.webhook = address
	b.hooked = &hook{address: address, secret: secret, most: int(most), underway: map[string]bool{}}
	b.poll++ // a poll ends
	s.changed.Tell()
	mine := b.hooked
	s.delivers.Go(func() { s.deliver(b, mine) })
	return yes(true)
}

// deliver sends updates to a webhook until there is another: those of one chat in their
// order, each until it is answered with success.
func (s *Server) deliver(b *bot, h *hook) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for b.hooked == h && !s.closed && !b.revoked {
		begun := false
		seen := map[string]bool{}
		for _, u := range b.updates {
			of := chatOf(u)
			if seen[of] || h.underway[of] || len(h.underway) >= h.most {
				continue
			}
			seen[of], h.underway[of], begun = true, true, true
			s.delivers.Go(func() { s.send(b, h, of, u) })
		}
		if begun {
			continue
		}
		changed := s.changed.Next()
		s.mu.Unlock()
		<-changed
		s.mu.Lock()
	}
}

// chatOf returns the chat that an update is of.
func chatOf(u Message) string {
	for _, key := range []string{"message", "edited_message", "channel_post", "edited_channel_post", "message_reaction"} {
		if m, is := u[key].(Message); is {
			c, _ := m["chat"].(Message)
			return fmt.Sprint(c["id"])
		}
	}
	return ""
}

// again is how long a delivery that failed is put off.
const again = 5 * time.Millisecond

// send delivers one update.
func (s *Server) send(b *bot, h *hook, of string, u Message) {
	s.mu.Lock()
	at, known := s.fronts[h.address]
	s.mu.Unlock()
	failure := "Connection refused"
	if known {
		failure = post(at, h.secret, u)
	}
	if failure != "" {
		time.Sleep(again) //nolint:forbidigo // Telegram waits, too
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(h.underway, of)
	if failure == "" {
		for i := range b.updates {
			if b.updates[i]["update_id"] == u["update_id"] {
				b.updates = append(b.updates[:i:i], b.updates[i+1:]...)
				break
			}
		}
	} else {
		h.failure, h.failedAt = failure, time.Now().Unix()
	}
	s.changed.Tell()
}

// post sends an update and returns why it wasn't taken; "": it was.
func post(at, secret string, u Message) string {
	body, err := json.Marshal(u)
	if err != nil {
		return err.Error()
	}
	request, err := http.NewRequest(http.MethodPost, at, bytes.NewReader(body))
	if err != nil {
		return err.Error()
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Telegram-Bot-Api-Secret-Token", secret)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return "Connection refused"
	}
	_ = answer.Body.Close()
	if answer.StatusCode/100 != 2 {
		return "Wrong response from the webhook: " + answer.Status
	}
	return ""
}
