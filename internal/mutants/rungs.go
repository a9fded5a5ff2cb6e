package mutants

import (
	"go/ast"
	"go/token"
	"slices"
)

// facts leaves out each operand of a set of facts.
func (s *source) facts(n ast.Node) {
	b, ok := n.(*ast.BinaryExpr)
	if !ok {
		return
	}
	if b.Op == token.OR || b.Op == token.AND_NOT {
		s.instead(b, s.of(b.X))
	}
	if b.Op == token.OR {
		s.instead(b, s.of(b.Y))
	}
}

// ladders deletes each rung of a list or table of rungs, swaps each with the
// next, and takes the rules of a table apart.
func (s *source) ladders(n ast.Node) {
	list, ok := n.(*ast.CompositeLit)
	if !ok {
		return
	}
	of, ok := list.Type.(*ast.ArrayType)
	if !ok {
		return
	}
	switch name, _ := of.Elt.(*ast.Ident); {
	case name == nil:
	case name.Name == "Rung":
		s.rows(list.Elts)
	case name.Name == "rule":
		s.rows(list.Elts)
		for _, row := range list.Elts {
			s.rule(row.(*ast.CompositeLit))
		}
	}
}

func (s *source) rows(rows []ast.Expr) {
	for i, row := range rows {
		to := row.End()
		if i+1 < len(rows) {
			to = rows[i+1].Pos()
		} else if i > 0 {
			s.replace(rows[i-1].End(), row.End(), "", s.ladder(rows)+" without "+s.first(row))
			continue
		}
		s.replace(row.Pos(), to, "", s.ladder(rows)+" without "+s.first(row))
	}
	for i := range len(rows) - 1 {
		a, b := rows[i], rows[i+1]
		between := string(s.text[s.offset(a.End()):s.offset(b.Pos())])
		s.replace(a.Pos(), b.End(), s.of(b)+between+s.of(a), s.ladder(rows)+" with "+s.first(b)+" before "+s.first(a))
	}
}

// ladder names a list by its rungs, which tells the presets apart.
func (s *source) ladder(rows []ast.Expr) string {
	name := "["
	for i, row := range rows {
		if i > 0 {
			name += " "
		}
		name += s.first(row)
	}
	return name + "]"
}

// first returns the rung of a row: the row itself, or its first field.
func (s *source) first(row ast.Expr) string {
	if fields, ok := row.(*ast.CompositeLit); ok && len(fields.Elts) > 0 {
		if kv, ok := fields.Elts[0].(*ast.KeyValueExpr); ok {
			return s.of(kv.Value)
		}
	}
	return s.of(row)
}

// rule leaves out each condition of a rule, turns it round, and lets the rule
// answer something else.
func (s *source) rule(row *ast.CompositeLit) {
	opposite := map[string]string{"all": "none", "any": "none", "none": "all"}
	keys := make([]string, len(row.Elts))
	for i, field := range row.Elts {
		keys[i] = s.of(field.(*ast.KeyValueExpr).Key)
	}
	for i, field := range row.Elts {
		kv := field.(*ast.KeyValueExpr)
		of := s.first(row) + ": "
		switch key := keys[i]; {
		case i == 0:
		case key == "answer":
			with := "observe"
			if s.of(kv.Value) == with {
				with = "engage"
			}
			s.replace(kv.Value.Pos(), kv.Value.End(), with, of+s.of(kv)+" becomes "+with)
		default:
			s.replace(row.Elts[i-1].End(), kv.End(), "", of+"without "+s.of(kv))
			if turned := opposite[key]; turned != "" && !slices.Contains(keys, turned) {
				s.replace(kv.Key.Pos(), kv.Key.End(), turned, of+s.of(kv)+" becomes "+turned)
			}
		}
	}
}
