import { parse } from "yaml";

import { catalogue, type ErrorCode } from "../lib/ground/errors/catalogue.ts";
import { categories } from "../lib/ground/errors/categories.ts";
import { ledgerError } from "../lib/ground/errors/ledger-error.ts";
import { httpStatus } from "../lib/views/envelope/error-body.ts";

/** What `spec/errors.yaml` says of a code. */
export interface Explanation {
  readonly when: string;
  readonly then: string;
  /** What the error's context has under which key. */
  readonly context?: Readonly<Record<string, string>>;
}

/** All explanations by code; the text is that of `spec/errors.yaml`. */
export const readExplanations = (yaml: string): ReadonlyMap<string, Explanation> =>
  new Map(Object.entries(parse(yaml) as Readonly<Record<string, Explanation>>));

/** The codes of the catalogue, in its order. */
export const errorCodes = Object.keys(catalogue) as readonly ErrorCode[];

/** The files of `docs/errors` by name: one page per code that is explained, and their index. */
export const errorPages = (
  explanations: ReadonlyMap<string, Explanation>,
): ReadonlyMap<string, string> => {
  const explained = errorCodes.flatMap((code) => {
    const explanation = explanations.get(code);
    return explanation === undefined ? [] : [[code, explanation] as const];
  });
  return new Map([
    ["README.md", indexPage(explained)],
    ...explained.map(([code, explanation]) => [`${code}.md`, codePage(code, explanation)] as const),
  ]);
};

type Explained = readonly (readonly [ErrorCode, Explanation])[];

const generated =
  "Generated from `lib/ground/errors/catalogue.ts` and `spec/errors.yaml` by `npm run errors`; do not edit.";

const indexPage = (explained: Explained): string =>
  [
    "# Error codes",
    "",
    generated,
    "",
    ...explained.map(
      ([code, { when }]) => `- [${code}](${code}.md) (HTTP ${statusOf(code)}): ${when}`,
    ),
    "",
  ].join("\n");

const codePage = (code: ErrorCode, { when, then, context = {} }: Explanation): string => {
  const { number, grpcCode, retryable, redacted } = categories[catalogue[code]];
  return [
    `# ${code}`,
    "",
    when,
    "",
    `**What to do.** ${then}`,
    "",
    `- HTTP status: ${statusOf(code)}`,
    `- gRPC code: ${grpcCode}`,
    `- Category: ${number}, \`${catalogue[code]}\``,
    `- May be repeated: ${retryable ? "yes, after 1 second" : "not as it is"}`,
    `- Details: ${redacted ? "withheld from clients, who see the code `NA`" : "shown to clients"}`,
    ...Object.entries(context).map(([key, meaning]) => `- Context \`${key}\`: ${meaning}`),
    "",
    generated,
    "",
  ].join("\n");
};

const statusOf = (code: ErrorCode): number => httpStatus(ledgerError(code, { cause: "" }).details);
