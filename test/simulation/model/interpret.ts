import {
  argumentsOf,
  type Content,
  type ModelContract,
  signatoriesOf,
  stakeholdersOf,
} from "./contract.ts";
import type { Intent, Submission, Use } from "./intent.ts";

/** The expected form of a transaction step for a reader who sees everything. */
export interface ModelEvent {
  readonly kind: "created" | "exercised";
  readonly contractId: string;
  readonly template: Content["template"];
  /** The argument of a create or of a choice. */
  readonly argument: Readonly<Record<string, unknown>>;
  readonly choice?: string;
  readonly consuming: boolean;
  readonly actors: readonly string[];
  readonly result?: unknown;
  readonly stakeholders: ReadonlySet<string>;
  readonly witnesses: ReadonlySet<string>;
}

export interface Interpreted {
  readonly events: readonly ModelEvent[];
  readonly created: ReadonlyMap<string, Content>;
  readonly ended: ReadonlySet<string>;
}

/** Thrown if the commands cannot be executed; has the allowed error codes. */
export class Impossible extends Error {
  readonly codes: readonly string[];

  constructor(...codes: readonly string[]) {
    super(codes.join());
    this.codes = codes;
  }
}

/** The contracts that the commands may use. */
export interface Known {
  /** An active contract, or undefined. */
  readonly active: (contractId: string) => ModelContract | undefined;
  /** An archived contract that is not yet pruned; a client may disclose and use it. */
  readonly ended: (contractId: string) => ModelContract | undefined;
  readonly tally: (owner: string, name: string) => ModelContract | undefined;
}

/**
 * Returns the effects of commands by the rules of the ledger model, independent of the product,
 * except for the ids of created contracts, which `newId` returns in order.
 * Throws {@link Impossible}.
 */
export const interpret = (known: Known, submission: Submission, newId: () => string): Interpreted =>
  new Interpretation(known, submission, newId).run();

const notThere = [
  "CONTRACT_NOT_FOUND",
  "LOCAL_VERDICT_INACTIVE_CONTRACTS",
  // A submission that overlaps with the one that consumed the contract.
  "LOCAL_VERDICT_LOCKED_CONTRACTS",
];

interface Scope {
  readonly authority: ReadonlySet<string>;
  readonly witnesses: ReadonlySet<string>;
}

class Interpretation {
  readonly #known: Known;
  readonly #submission: Submission;
  readonly #newId: () => string;
  readonly #events: ModelEvent[] = [];
  readonly #created = new Map<string, Content>();
  readonly #ended = new Set<string>();
  #usesEnded = false;

  constructor(known: Known, submission: Submission, newId: () => string) {
    this.#known = known;
    this.#submission = submission;
    this.#newId = newId;
  }

  run(): Interpreted {
    const scope = { authority: new Set(this.#submission.actAs), witnesses: new Set<string>() };
    try {
      for (const intent of this.#submission.intents) this.#command(intent, scope);
    } catch (error) {
      if (error instanceof Impossible && this.#usesEnded) {
        throw new Impossible(...error.codes, ...notThere);
      }
      throw error;
    }
    // Whether disclosed contracts are active is checked after all commands were evaluated.
    if (this.#usesEnded) throw new Impossible(...notThere);
    return { events: this.#events, created: this.#created, ended: this.#ended };
  }

  #command(intent: Intent, scope: Scope): void {
    switch (intent.wants) {
      case "create":
        return void this.#create(intent.content, scope);
      case "exercise":
        return this.#exercise(intent.contractId, intent.use, scope);
      case "bump":
        return this.#exercise(this.#byKey(intent), { choice: "Bump" }, scope);
      case "createAndExercise":
        return this.#exercise(this.#create(intent.content, scope), intent.use, scope);
    }
  }

  #create(content: Content, { authority, witnesses }: Scope): string {
    requireAuthority(authority, signatoriesOf(content));
    const contractId = this.#newId();
    const stakeholders = stakeholdersOf(content);
    this.#created.set(contractId, content);
    this.#events.push({
      kind: "created",
      contractId,
      template: content.template,
      argument: argumentsOf(content),
      consuming: false,
      actors: [],
      stakeholders,
      witnesses: new Set([...witnesses, ...stakeholders]),
    });
    return contractId;
  }

  #exercise(contractId: string, use: Use, { authority, witnesses }: Scope): void {
    const content = this.#usable(contractId);
    const consuming = use.choice !== "Look";
    const actors = controllersOf(content, use);
    requireAuthority(authority, actors);
    const signatories = signatoriesOf(content);
    const stakeholders = stakeholdersOf(content);
    const informed = new Set([
      ...witnesses,
      ...signatories,
      ...actors,
      ...(consuming ? stakeholders : []),
      ...(use.choice === "Look" ? use.also : []),
    ]);
    const { choice, ...argument } = use;
    const event = {
      kind: "exercised" as const,
      contractId,
      template: content.template,
      argument,
      choice,
      consuming,
      actors,
      stakeholders,
      witnesses: informed,
    };
    const place = this.#events.push(event) - 1;
    if (consuming) this.#ended.add(contractId);
    const within = { authority: new Set([...signatories, ...actors]), witnesses: informed };
    const result = this.#body(content, use, within);
    this.#events[place] = { ...event, result };
  }

  #body(content: Content, use: Use, scope: Scope): unknown {
    if (content.template === "Tally") {
      if (use.choice !== "Bump") return {};
      const count = content.fields.count + 1;
      this.#create({ ...content, fields: { ...content.fields, count } }, scope);
      return String(count);
    }
    const { fields } = content;
    const another = (changes: Partial<typeof fields>): string =>
      this.#create({ ...content, fields: { ...fields, ...changes } }, scope);
    switch (use.choice) {
      case "Give":
        return another({ owner: use.to });
      case "Look":
        return fields.serial;
      case "Halve":
        another({ serial: `${fields.serial}l` });
        another({ serial: `${fields.serial}r` });
        return {};
      case "Join":
        this.#exercise(use.other, { choice: "Archive" }, scope);
        another({ serial: `${fields.serial}+` });
        return {};
      case "Break":
        throw new Impossible("UNHANDLED_EXCEPTION", "DAML_FAILURE");
      case "Archive":
      case "Bump":
        return {};
    }
  }

  #byKey({ owner, name }: { readonly owner: string; readonly name: string }): string {
    const own = [...this.#created].findLast(
      ([id, { template, fields }]) =>
        template === "Tally" &&
        fields.owner === owner &&
        fields.name === name &&
        !this.#ended.has(id),
    );
    if (own !== undefined) return own[0];
    const found = this.#known.tally(owner, name);
    if (found !== undefined && !this.#ended.has(found.id) && this.#sees(found)) return found.id;
    throw new Impossible("CONTRACT_KEY_NOT_FOUND", "CONTRACT_NOT_FOUND", "CONTRACT_NOT_ACTIVE");
  }

  #usable(contractId: string): Content {
    if (this.#ended.has(contractId)) throw new Impossible("CONTRACT_NOT_ACTIVE");
    const own = this.#created.get(contractId);
    if (own !== undefined) return own;
    const found = this.#known.active(contractId);
    if (found !== undefined && this.#sees(found)) return found.content;
    const ended = this.#submission.disclosed.has(contractId) && this.#known.ended(contractId);
    if (!ended) throw new Impossible(...notThere);
    this.#usesEnded = true;
    return ended.content;
  }

  #sees({ id, content }: ModelContract): boolean {
    const { actAs, readAs, disclosed } = this.#submission;
    const stakeholders = stakeholdersOf(content);
    return disclosed.has(id) || [...actAs, ...readAs].some((party) => stakeholders.has(party));
  }
}

const controllersOf = (content: Content, use: Use): readonly string[] => {
  if (use.choice === "Archive") return signatoriesOf(content);
  if (use.choice === "Look") return [use.by];
  return [content.fields.owner];
};

const requireAuthority = (authority: ReadonlySet<string>, parties: readonly string[]): void => {
  if (!parties.every((party) => authority.has(party))) {
    throw new Impossible("DAML_AUTHORIZATION_ERROR");
  }
};
