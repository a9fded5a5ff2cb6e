package messages

import "math"

// scanLine reads a line's body; it returns nil if this program would have written
// it differently.
func scanLine(body []byte, repeats *Repeats) *Line {
	s, l := scanner{rest: body, repeats: repeats}, new(Line)
	s.take("{")
	if s.has(`"id":`) {
		l.ID = LineID(s.text(nil))
		s.comma()
	}
	scanRepeated(&s, `"channel":`, &l.Channel)
	scanRepeated(&s, `"account":`, &l.Account)
	if s.has(`"author":{`) {
		scanRepeated(&s, `"id":`, &l.Author.ID)
		scanRepeated(&s, `"name":`, &l.Author.Name)
		s.flag(`"bot":`, &l.Author.Bot)
		s.take("}")
		s.comma()
	}
	scanText(&s, `"text":`, &l.Text)
	l.At = Instant(s.number(`"at":`))
	scanTexts(&s, `"mentions":[`, &l.Mentions)
	s.flag(`"everyone":`, &l.Everyone)
	scanTexts(&s, `"roles":[`, &l.Roles)
	if s.has(`"reply_to":{`) {
		scanText(&s, `"id":`, &l.ReplyTo.ID)
		scanRepeated(&s, `"author":`, &l.ReplyTo.Author)
		s.flag(`"thread_root":`, &l.ReplyTo.ThreadRoot)
		s.take("}")
		s.comma()
	}
	s.attachments(&l.Attachments)
	scanText(&s, `"nonce":`, &l.Nonce)
	s.flag(`"dm":`, &l.DM)
	s.flag(`"explicit_only":`, &l.ExplicitOnly)
	s.flag(`"lull_endpoint":`, &l.LullEndpoint)
	s.flag(`"backfilled":`, &l.Backfilled)
	s.flag(`"crowded":`, &l.Crowded)
	s.flag(`"notice":`, &l.Notice)
	s.flag(`"overdrawn":`, &l.Overdrawn)
	s.flag(`"shares_day":`, &l.SharesDay)
	s.flag(`"pane":`, &l.Pane)
	scanRepeated(&s, `"audience":`, &l.Audience)
	agreed := s.number(`"agreed":`)
	l.Agreed, s.lost = uint32(agreed), s.lost || agreed > math.MaxUint32
	scanText(&s, `"root":`, &l.Root)
	s.meta(&l.Meta)
	if s.take("}"); s.lost || len(s.rest) > 0 {
		return nil
	}
	return l
}

func (s *scanner) attachments(list *[]Attachment) {
	if !s.has(`"attachments":[`) {
		return
	}
	for more := true; more && !s.lost; more = s.has(",") {
		var a Attachment
		s.take("{")
		scanText(s, `"id":`, &a.ID)
		scanText(s, `"name":`, &a.Name)
		scanRepeated(s, `"type":`, &a.Type)
		a.Bytes = s.number(`"bytes":`)
		s.take("}")
		*list = append(*list, a)
	}
	s.take("]")
	s.comma()
}

func (s *scanner) meta(m *Meta) {
	if !s.has(`"meta":`) {
		return
	}
	inside, escapes := s.quoted()
	if escapes || m.UnmarshalText(inside) != nil {
		s.lost = true
	}
	s.comma()
}
