import {
  damlNameGrammar,
  dottedNameGrammar,
  type IdentifierGrammar,
  ledgerStringGrammar,
  matchesGrammar,
  packageIdGrammar,
  packageVersionGrammar,
  partyIdGrammar,
  userIdGrammar,
} from "../../../../lib/base/identifiers/identifier-syntax.ts";
import { comparePackageVersions } from "../../../../lib/contracts/packages/package-version.ts";
import { isLedgerError } from "../../../../lib/index.ts";
import { readTemplateOrInterfaceReference } from "../../../../lib/views/envelope/identifier-readers.ts";
import { computed, type ValueRow, type ValueTable } from "./value-table.ts";

type Texts = readonly string[];

/** Returns rows with texts that match a grammar, and texts that do not. */
const rowsOf = (grammar: IdentifierGrammar, legal: Texts, illegal: Texts): readonly ValueRow[] => {
  const row = (text: string, gives: string): ValueRow =>
    computed(
      `${grammar.name} ${shown(text)}`,
      () => (matchesGrammar(grammar, text) ? "accepted" : "refused"),
      gives,
    );
  return [
    ...legal.map((text) => row(text, "accepted")),
    ...illegal.map((text) => row(text, "refused")),
  ];
};

const shown = (text: string): string =>
  text.length > 80
    ? `${JSON.stringify(text.slice(0, 20))} … (${text.length})`
    : JSON.stringify(text);

const typeRow = (text: string, gives: string): ValueRow => {
  const verdict = (): string => {
    try {
      return readTemplateOrInterfaceReference(text) === text ? "accepted" : "changed";
    } catch (error) {
      if (isLedgerError(error)) return "refused";
      throw error;
    }
  };
  return computed(`type ${shown(text)}`, verdict, gives);
};

const a = (count: number): string => "a".repeat(count);
const points = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index));
const among = (each: string): string => `the character ${each} is not US-ASCII`;

const letters = [...points(0x61, 0x7a), ...points(0x41, 0x5a), ...points(0x30, 0x39)].join("");
const alphabets: readonly (readonly [IdentifierGrammar, string])[] = [
  [packageIdGrammar, `${letters}-_ `],
  [partyIdGrammar, `${letters}:-_ `],
  [ledgerStringGrammar, `${letters}._:-#/ `],
];
const phrases = ["español", "東京", "Λ (τ : ⋆) (σ: ⋆ → ⋆). λ (e : ∀ (α : ⋆). σ α) → (( e @τ ))"];

const maxInt = "2147483647";
const versions = [
  "0",
  "0.1",
  "0.11",
  "1.0",
  "2",
  "10",
  maxInt,
  `${maxInt}.3`,
  `${`${maxInt}.`.repeat(23)}99`,
];

const userCharacters = `${letters}._-#!|@^$\`+'~:()`;

export const referencesTable: ValueTable = {
  suite: "data-tests/…/data/RefTest",
  about: "names and ids",
  groups: [
    {
      title: "are checked: names of letters, digits, $ and _",
      rows: rowsOf(
        damlNameGrammar,
        [a(1000), "$", "$blAH9", "foo$bar", "baz$", "_", "_blAH9", "foo_bar", "baz_"],
        [
          "9test",
          ...["%", "-", "@", ":", ".", "#"].map((symbol) => `test${symbol}`),
          "à",
          "ਊ",
          a(1001),
          a(10_000),
          "",
        ],
      ),
    },
    {
      title: "are checked: dotted names",
      rows: rowsOf(
        dottedNameGrammar,
        [
          a(1000),
          `${a(500)}.${a(499)}`,
          `${"a.".repeat(499)}aa`,
          "$.$blAH9.foo$bar.baz$",
          "_._blAH9.foo_bar.baz_",
          `${"a.".repeat(499)}a`,
          `${a(499)}.${a(500)}`,
        ],
        [
          "",
          ".",
          "a..a",
          "a.",
          ".a",
          "foo:bar",
          a(1001),
          a(10_000),
          `${a(500)}.${a(500)}`,
          `${a(5000)}.${a(5000)}`,
          `${"a.".repeat(500)}a`,
          `${"a.".repeat(5000)}a`,
          ".foo.",
          ".foo",
          "foo.",
          "foo..bar",
          `${a(1000)}.a`,
          `a.${a(1000)}`,
          `${a(1000)}.${a(1000)}`,
        ],
      ),
    },
    {
      title: "are checked: types of a package, a module and a name",
      rows: [
        ...["foo:bar", "foo.bar:baz", "foo:bar.baz", "foo.bar:baz.quux"].map((name) =>
          typeRow(`package:${name}`, "accepted"),
        ),
        ...["foo", "foo:bar:baz", ":bar", "bar:"].map((name) =>
          typeRow(`package:${name}`, "refused"),
        ),
        typeRow("foo:bar:baz", "accepted"),
        ...["foo", ":bar", "bar:", "::", "bar:baz"].map((text) => typeRow(text, "refused")),
      ],
    },
    {
      title: "are checked: package versions, of numbers without leading zeros",
      rows: [
        ...rowsOf(
          packageVersionGrammar,
          [
            "0",
            "1",
            "1.10",
            maxInt,
            "1.0.2",
            `0${".123".repeat(63)}.1`,
            `0${".123".repeat(62)}.1234`,
          ],
          [
            ...["", ".", "1.", ".0", "00", "1.002", "0.-1", "+1.0", "beef.0", "0.1.beef"],
            `0${".123".repeat(63)}.12`,
            "abcd".repeat(64),
            "1.2147483648",
          ],
        ),
        ...versions.flatMap((left, one) =>
          versions.map((right, other) =>
            computed(
              `${shown(left)} to ${shown(right)}`,
              () => String(comparePackageVersions(left, right)),
              String(Math.sign(one - other)),
            ),
          ),
        ),
      ],
    },
    {
      title: "are checked: ids of packages and parties, and ids that clients choose",
      rows: [
        ...alphabets.flatMap(([grammar, alphabet]) =>
          rowsOf(
            grammar,
            points(0x01, 0x7f)
              .filter((each) => alphabet.includes(each))
              .map(among),
            [
              "",
              ...points(0x01, 0x7f)
                .filter((each) => !alphabet.includes(each))
                .map(among),
              ...points(0x80, 0xff).map(among),
              ...phrases,
            ],
          ),
        ),
        ...rowsOf(partyIdGrammar, ["p".repeat(255)], ["p".repeat(256)]),
        ...rowsOf(packageIdGrammar, ["p".repeat(64)], ["p".repeat(65)]),
        ...rowsOf(ledgerStringGrammar, ["p".repeat(255)], ["p".repeat(256)]),
      ],
    },
    {
      title: "are checked: user ids",
      rows: rowsOf(
        userIdGrammar,
        [
          ...Array.from(userCharacters).flatMap((each) => [each, each + each]),
          "a",
          "jo1hn.d200oe",
          "ALL_UPPER_CASE",
          "JOHn_doe",
          "office365|10030000838D23AF@MicrosoftOnline.com",
          userCharacters,
          "google-oauth2|103547991597142817347",
          "windowslive|4cf0a30169d55031",
          "office365|10030000838d23ad@microsoftonline.com",
          "adfs|john@fabrikam.com",
          "mailto:john@fabrikam.com",
          "(usr!67324682736476)",
          a(128),
        ],
        [...Array.from('àá \\%&*=[]{};<>,?"'), "john/doe", "", a(129)],
      ),
    },
  ],
  leftOut: [
    {
      cases: 11,
      what: "texts that name a choice together with its interface",
      why: "requests of the API contain no such texts",
    },
    {
      cases: 16,
      what: "laws about the order of names",
      why: "this engine orders names as texts",
    },
  ],
};
