package reference

import (
	"testing"
	"time"

	"familiar/messages"
)

// TestWindow: in each case made from the page, the same lines fire.
func TestWindow(t *testing.T) {
	var file struct {
		Profile struct {
			TTL     int `json:"ttl_s"`
			Vectors []struct {
				Name  string
				Steps []struct {
					At float64
					In *struct {
						Topic      string
						Mention    bool
						ReplyToBot bool `json:"reply_to_bot"`
					}
					Fires     bool
					Silent    bool    `json:"agent_silent"`
					ReplyIn   *string `json:"bot_reply_lands_in"`
					Engage    *string
					Disengage *string
				}
			}
		} `json:"document_profile"`
	}
	load(t, "window.json.gz", &file)
	if got, want := WindowLength, time.Duration(file.Profile.TTL)*time.Second; got != want {
		t.Fatalf("a window lasts %v, want %v", got, want)
	}
	asked := 0
	for _, v := range file.Profile.Vectors {
		var c WindowChat
		for i, step := range v.Steps {
			now := messages.Instant(step.At * 1000)
			switch {
			case step.Engage != nil:
				c.Engage(*step.Engage, now)
			case step.Disengage != nil:
				c.Disengage(*step.Disengage, now)
			case step.In != nil:
				asked++
				fires := c.Hear(step.In.Topic, &Said{Mention: step.In.Mention, Reply: step.In.ReplyToBot}, now)
				if fires != step.Fires {
					t.Errorf("%s, step %d: fires %v, want %v", v.Name, i, fires, step.Fires)
				}
				if !fires || step.Silent {
					continue
				}
				to := step.In.Topic
				if step.ReplyIn != nil {
					to = *step.ReplyIn
				}
				c.Replied(to, now, now)
			}
		}
	}
	if asked == 0 {
		t.Error("no line was heard")
	}
	t.Logf("window: %d lines in %d cases", asked, len(file.Profile.Vectors))
}
