package chattiness

import "familiar/internal/compact"

// Fields implements [compact.Value].
func (s *State) Fields(c *compact.Codec) {
	compact.Uint(c, 1, &s.Seed)
	compact.Int(c, 2, &s.K)
	compact.Int(c, 3, &s.Heard)
	compact.Int(c, 4, &s.Due)
	compact.Int(c, 5, &s.From)
	compact.Int(c, 6, &s.Checks)
	compact.Int(c, 7, &s.Refusals)
	compact.Int(c, 8, &s.Since)
	compact.At(c, 9, &s.LullFrom)
	compact.At(c, 10, &s.CurveAt)
	compact.At(c, 11, &s.QuestionAt)
	compact.At(c, 12, &s.AskedAt)
	compact.At(c, 13, &s.RefusedAt)
	compact.Uint(c, 14, &s.Asker)
	compact.Uint(c, 15, &s.Ours)
	compact.Uint(c, 16, &s.Seen)
	c.Flag(17, &s.Voice)
	c.Flag(18, &s.Endpoint)
}
