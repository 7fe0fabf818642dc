import { expect } from "chai";

import {
  contractIdGrammar,
  damlNameGrammar,
  describeGrammarMismatch,
  dottedNameGrammar,
  fingerprintGrammar,
  type IdentifierGrammar,
  identifierPrefixGrammar,
  ledgerStringGrammar,
  lenientKeyFingerprintGrammar,
  matchesGrammar,
  packageIdGrammar,
  packageNameGrammar,
  packageVersionGrammar,
  partyIdGrammar,
  uniqueIdentifierGrammar,
  userIdGrammar,
} from "../../../lib/base/identifiers/identifier-syntax.ts";

const fingerprint = `1220${"0a".repeat(32)}`;

interface Case {
  readonly grammar: IdentifierGrammar;
  readonly legal: readonly string[];
  readonly illegal: readonly string[];
}

const cases: readonly Case[] = [
  {
    grammar: ledgerStringGrammar,
    legal: ["a", "cmd 1/2#3:4-5_6.7", "__proto__", "x".repeat(255)],
    illegal: ["", "x".repeat(256), "a\n", "ä", "a@b"],
  },
  {
    grammar: partyIdGrammar,
    legal: ["alice", `alice::${fingerprint}`, "__proto__", "a b"],
    illegal: ["", "x".repeat(256), "alice.b", "a/b", "\u0000", "\ud800"],
  },
  {
    grammar: userIdGrammar,
    legal: ["alice@example.com", "auth0|5d(a):b", "constructor", "x".repeat(128)],
    illegal: ["", "a b", "a/b", "x".repeat(129)],
  },
  {
    grammar: packageIdGrammar,
    legal: ["ab".repeat(32), "-"],
    illegal: ["", "a.b", "x".repeat(65)],
  },
  {
    grammar: packageNameGrammar,
    legal: ["splice-amulet", "A_1"],
    illegal: ["", "a b", "a.b", "#a"],
  },
  {
    grammar: packageVersionGrammar,
    legal: ["0", "1.0.0", "10.20.30.40"],
    illegal: ["", "01", "1.", ".1", "1..2", "1.0-rc1", "1.00", "1.2147483648"],
  },
  {
    grammar: damlNameGrammar,
    legal: ["x", "_", "$a1", "__proto__"],
    illegal: ["", "1a", "a.b", "a-b"],
  },
  {
    grammar: dottedNameGrammar,
    legal: ["Main", "DA.Types", "A.B.C$"],
    illegal: ["", ".A", "A.", "A..B", "A.1"],
  },
  {
    grammar: identifierPrefixGrammar,
    legal: ["alice", "a:b", ":a", "party-1_2 3", "x".repeat(185)],
    illegal: ["", "a::b", "a:", "::", "x".repeat(186), "a.b"],
  },
  {
    grammar: fingerprintGrammar,
    legal: [fingerprint],
    illegal: ["", fingerprint.toUpperCase().replace("1220", "1221"), fingerprint.slice(2)],
  },
  {
    grammar: lenientKeyFingerprintGrammar,
    legal: [fingerprint, "zz", "a b-c_1:2"],
    illegal: ["", "a::b", "é", "x".repeat(69)],
  },
  {
    grammar: uniqueIdentifierGrammar,
    legal: [`alice::${fingerprint}`, "a:b::1220ab"],
    illegal: ["alice", "::1220ab", "alice::", "a::b::c", "a:::b"],
  },
  {
    grammar: contractIdGrammar,
    legal: [`00${"ab".repeat(32)}`, `01${"cd".repeat(12)}`],
    illegal: ["", "00", `02${"ab".repeat(32)}`, `00${"AB".repeat(32)}`, `00${"ab".repeat(32)}a`],
  },
];

describe("identifier syntax", () => {
  for (const { grammar, legal, illegal } of cases) {
    it(`accepts every legal ${grammar.name} and nothing else`, () => {
      for (const text of legal) {
        expect(matchesGrammar(grammar, text), JSON.stringify(text)).to.equal(true);
      }
      for (const text of illegal) {
        expect(matchesGrammar(grammar, text), JSON.stringify(text)).to.equal(false);
      }
    });

    it(`refuses a hostile ${grammar.name} of any length quickly`, () => {
      for (const piece of ["a", "1.", "::", "a.", "00"]) {
        const longest = piece.repeat(grammar.maxLength).slice(0, grammar.maxLength - 1);
        expect(matchesGrammar(grammar, `${longest}\n`), piece).to.equal(false);
        expect(matchesGrammar(grammar, piece.repeat(1_000_000)), piece).to.equal(false);
      }
    });
  }

  it("explains why a text does not match", () => {
    expect(describeGrammarMismatch(userIdGrammar, "")).to.include("empty");
    expect(describeGrammarMismatch(userIdGrammar, "x".repeat(200)))
      .to.include("200")
      .and.include("128");
    expect(describeGrammarMismatch(userIdGrammar, "a b")).to.include('"a b"');
  });
});
