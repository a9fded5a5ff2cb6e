package operate

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"familiar/cmd/familiar/command"
	"familiar/cmd/familiar/process"
	"familiar/config"
)

// tryAccount asks a network about an account that isn't written yet, as check
// --online does, and tells what it says. A secret that isn't known is told, and
// nothing is asked.
func tryAccount(ctx context.Context, out io.Writer, a newAccount, p plan) (standing, error) {
	if unset := a.unset(); len(unset) > 0 {
		fmt.Fprintf(out, "%s isn't set yet, so nothing was checked.\n", strings.Join(unset, " and "))
		return standing{}, nil
	}
	text, forget, err := a.trial(p)
	if err != nil {
		return standing{}, err
	}
	defer forget()
	c, err := config.Parse("init", []byte(text))
	if err != nil {
		return standing{}, err
	}
	fmt.Fprintf(out, "Asking %s who it is ...\n", a.network)
	all := accountsOf(c, process.Networks)
	s := &all[0]
	s.ask(ctx)
	if s.Error != "" {
		fmt.Fprintf(out, "It can't connect: %s\n", s.Error)
		return *s, nil
	}
	fmt.Fprintf(out, "It is %s (%s), in: %s\n", s.Name, s.ID, s.where())
	if len(s.Missing) > 0 {
		fmt.Fprintf(out, "It lacks:\n  %s\n", strings.Join(s.Missing, "\n  "))
	}
	if s.Invite != "" {
		fmt.Fprintf(out, "Invite it, with the rights it needs and no others:\n  %s\n", s.Invite)
	}
	return *s, nil
}

// trial returns a configuration with the account alone. Secrets that were typed
// are in variables of this process, which no other sees, until they are forgotten.
func (a newAccount) trial(p plan) (text string, forget func(), err error) {
	var lent []string
	forget = func() {
		for _, variable := range lent {
			os.Unsetenv(variable) //nolint:errcheck // it was set
		}
	}
	account := a.table(p.ID, func(s newSecret) string {
		if s.env != "" {
			return "env:" + s.env
		}
		variable := "FAMILIAR_INIT_SECRET_" + strconv.Itoa(len(lent))
		lent = append(lent, variable)
		if e := os.Setenv(variable, s.text); e != nil {
			err = e
		}
		return "env:" + variable
	})
	if err != nil {
		forget()
		return "", nil, err
	}
	return fmt.Sprintf("[familiars.%s]\nname = %q\npersona = \"Is set up.\"\n%s%s", command.TomlKey(p.ID), p.Name, account, a.rules(p.ID)), forget, nil
}
