package messages

// An Audience is who reads a channel, as its network or the operator tells for certain.
// The zero Audience is that nobody does.
type Audience string

// The audiences.
const (
	AudienceUnknown Audience = ""     // anybody may be among them
	AudienceSome    Audience = "some" // people of the channel's workspace and nobody else
	AudienceAll     Audience = "all"  // everybody in its workspace, whoever joins later too, and nobody else
)

// Narrower returns the audience of what was told to both: all only if both are.
func (a Audience) Narrower(b Audience) Audience {
	switch {
	case a == AudienceUnknown || b == AudienceUnknown:
		return AudienceUnknown
	case a == AudienceAll && b == AudienceAll:
		return AudienceAll
	default:
		return AudienceSome
	}
}
