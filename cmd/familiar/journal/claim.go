package journal

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"time"

	"familiar/cmd/familiar/command"
	"familiar/journal/audit"
	"familiar/journal/jetstream"
	"familiar/messages"
	"familiar/policy/admission"
	"familiar/policy/conversation"
)

// claimCommand makes a code that gives a role, or shows or takes back what
// codes have given.
type claimCommand struct {
	command.Configured
	Role   string
	Scope  string
	List   bool
	Revoke string
	Person messages.PersonID
}

// Declare implements [command.Command].
func (c *claimCommand) Declare(l *command.Line) {
	c.Configured.Declare(l)
	command.Text(l, &c.Role, "--role", "The role the code gives: owner, trusted, member or one from the configuration.")
	command.Text(l, &c.Scope, "--scope RULE", "Where the code may be used and the role holds, such as discord:9; by default the network it is used on.")
	command.Switch(l, &c.List, "--list", "Show the open code's role and the roles that codes have given.")
	command.Text(l, &c.Revoke, "--revoke ROLE", "Take that role back from PERSON.")
	command.Optional(l, &c.Person, "person", "With --revoke: a person's id as the network gives it.")
	l.Exclude("list", "revoke")
}

// Help is shown by familiar claim --help.
func (*claimCommand) Help() string {
	return `Prints a code once. The first human who says it where a familiar listens, in a channel or a direct message, gets the
role. The code works once, expires after ten minutes (claim_for), and is voided by a new one. The role is stored in the
journal, not in the configuration, and lasts until it is revoked or the person is forgotten.`
}

// Run implements [command.Command].
func (c *claimCommand) Run(ctx context.Context, std command.Streams) (err error) {
	if (c.Revoke == "") != (c.Person == "") {
		return errors.New("want --revoke ROLE PERSON together")
	}
	loaded, j, err := c.Visit(ctx, std)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	claims, err := claimsIn(ctx, j)
	if err != nil {
		return err
	}
	switch {
	case c.List:
		list(claims, std)
		return nil
	case c.Revoke != "":
		return c.revoke(ctx, j, claims, std)
	default:
		return c.open(ctx, j, claims, &loaded.Room.Admission, std)
	}
}

// claimsIn reads what a store knows of claims.
func claimsIn(ctx context.Context, j *jetstream.Journal) (*admission.Claims, error) {
	snapshot, err := j.Load(ctx, messages.Roles)
	if err != nil || snapshot.Revision == 0 {
		return &admission.Claims{}, err
	}
	state, err := conversation.Decode(snapshot.Body, &conversation.Config{})
	if err != nil {
		return nil, fmt.Errorf("roles: %w", err)
	}
	return state.Admission.Claims.Clone(), nil
}

// open makes a code and notes its sum. What the program would refuse is
// refused here.
func (c *claimCommand) open(ctx context.Context, j *jetstream.Journal, claims *admission.Claims, settings *admission.Config, std command.Streams) error {
	var random [5]byte
	if _, err := rand.Read(random[:]); err != nil {
		return err
	}
	var scope admission.Rule
	if c.Scope != "" {
		if err := scope.UnmarshalText([]byte(c.Scope)); err != nil {
			return err
		}
	}
	code := admission.NewCode(random)
	if err := claims.Open(messages.InstantOf(time.Now()), code, admission.Role(c.Role), scope, settings); err != nil {
		return err
	}
	running, err := j.Running(ctx)
	if err != nil {
		return err
	}
	opened := messages.ClaimOpened{Sum: admission.Sum(code), Role: c.Role, Scope: c.Scope}
	deed := audit.Deed{Verb: "claim", Detail: strings.TrimSpace(c.Role + " " + c.Scope)}
	if err := record(ctx, j, deed, opened); err != nil {
		return err
	}
	sum := admission.Sum(code)
	if running && !taken(ctx, j, func(saved *admission.Claims) bool { return bytes.Equal(saved.Pending.Sum, sum) }) {
		return fmt.Errorf("the program hasn't picked up the code within %v; its log says why", takenWithin)
	}
	where := "on that network"
	if c.Scope != "" {
		where = "for " + c.Scope
	}
	fmt.Fprintf(std.Out, "%s\nSay it within %s where a familiar listens: the first person to do so becomes %s %s. It won't be shown again.\n", code, admission.Length(settings.ClaimFor), c.Role, where)
	if !running {
		fmt.Fprintln(std.Out, "No program is running with this journal, and the time has begun: start familiar run.")
	}
	return nil
}

// record journals an event about roles as an operator's deed.
func record(ctx context.Context, j *jetstream.Journal, d audit.Deed, event messages.Event) error {
	return command.Record(ctx, j.Trail(), d, func() error {
		_, err := j.Append(ctx, 0, messages.Roles, event)
		return err
	})
}

// takenWithin is how long the program may take to read a claim, and takenEach
// how often it is looked at.
const (
	takenWithin = 20 * time.Second
	takenEach   = 100 * time.Millisecond
)

// taken waits until the program has saved claims that are as they should be;
// false: it doesn't.
func taken(ctx context.Context, j *jetstream.Journal, as func(*admission.Claims) bool) bool {
	return within(ctx, takenWithin, func() bool {
		claims, err := claimsIn(ctx, j)
		return err == nil && as(claims)
	})
}

// within waits until something is so; false: it isn't in time.
func within(ctx context.Context, most time.Duration, is func() bool) bool {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	tick := time.NewTicker(takenEach)
	defer tick.Stop()
	for {
		if is() {
			return true
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return false
		}
	}
}

// list prints the open claim and the roles given.
func list(claims *admission.Claims, std command.Streams) {
	if p := claims.Pending; p.Sum != nil && p.Until > messages.InstantOf(time.Now()) {
		fmt.Fprintf(std.Out, "a code for %s can be used until %s\n", p.Role, p.Until.Time().Format(time.RFC3339))
	}
	if len(claims.Grants) == 0 {
		fmt.Fprintln(std.Out, "nobody has claimed a role")
	}
	for _, g := range claims.Grants {
		fmt.Fprintf(std.Out, "%s  %s  since %s\n", g.Role, command.Quoted(g.Rule.String()), g.At.Time().Format(time.RFC3339))
	}
}

// revoke takes a role back.
func (c *claimCommand) revoke(ctx context.Context, j *jetstream.Journal, claims *admission.Claims, std command.Streams) error {
	if !claims.Revoke(admission.Role(c.Revoke), c.Person) {
		return fmt.Errorf("%s has claimed no role %q; familiar claim --list shows who has", c.Person, c.Revoke)
	}
	running, err := j.Running(ctx)
	if err != nil {
		return err
	}
	about, err := j.Trail().Pseudonym(ctx, c.Person)
	if err != nil {
		return err
	}
	revoked := messages.RoleRevoked{Role: c.Revoke, Person: c.Person}
	if err := record(ctx, j, audit.Deed{Verb: "revoke", About: about, Detail: c.Revoke}, revoked); err != nil {
		return err
	}
	gone := func(saved *admission.Claims) bool { return !saved.Revoke(admission.Role(c.Revoke), c.Person) }
	if running && !taken(ctx, j, gone) {
		return fmt.Errorf("the program hasn't revoked the role within %v; its log says why", takenWithin)
	}
	fmt.Fprintf(std.Out, "%s is no longer %s; roles given in the configuration remain\n", c.Person, c.Revoke)
	return nil
}
