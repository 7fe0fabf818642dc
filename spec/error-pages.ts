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

/** `docs/errors.md`: what every code that is explained means, each under a heading of its own. */
export const errorPage = (explanations: ReadonlyMap<string, Explanation>): string =>
  [
    introduction,
    ...errorCodes.toSorted().flatMap((code) => {
      const explanation = explanations.get(code);
      return explanation === undefined ? [] : [codeSection(code, explanation)];
    }),
  ].join("\n");

/** `spec/error-advice.json`: what to do about each code, for hints. */
export const errorAdvice = (explanations: ReadonlyMap<string, Explanation>): string =>
  `${JSON.stringify(
    Object.fromEntries(Array.from(explanations, ([code, { then }]) => [code, then])),
    undefined,
    2,
  )}\n`;

const introduction = `# Error codes

Every code that an error can have, in alphabetical order. The \`hint\` in the body of an error points to its
place here; the fields of such a body are \`JsCantonError\` in \`spec/ledger-api.yaml\`.

Generated from \`lib/ground/errors/catalogue.ts\` and \`spec/errors.yaml\` by \`npm run errors\`; do not edit.
`;

const codeSection = (code: ErrorCode, { when, then, context = {} }: Explanation): string => {
  const { number, grpcCode, retryable, redacted } = categories[catalogue[code]];
  return [
    `## ${code}`,
    "",
    when,
    "",
    `**What to do.** ${then}`,
    "",
    `- HTTP status ${statusOf(code)}, gRPC code ${grpcCode}, category ${number} (\`${catalogue[code]}\`)`,
    `- May be repeated: ${retryable ? "yes, after 1 second" : "not as it is"}`,
    ...(redacted ? ["- Details are withheld from clients, who see the code `NA`"] : []),
    ...Object.entries(context).map(([key, meaning]) => `- Context \`${key}\`: ${meaning}`),
    "",
  ].join("\n");
};

const statusOf = (code: ErrorCode): number => httpStatus(ledgerError(code, { cause: "" }).details);
