// Written by .ci/write-runtime-texts.js from lib/codegen/runtime.

/** The runtime code of generated files: as TypeScript, and as JavaScript with declarations. */
export interface RuntimeSource {
  readonly ts: string;
  readonly js: string;
  readonly "d.ts": string;
}

export const contractsRuntimeSource: RuntimeSource = {
  ts: `/** JSON of values, contracts, commands and events; generated files import it. This file imports nothing. */

// The JSON of values.

/** A 64-bit integer as decimal digits. */
export type Int64 = string;
/** A decimal number with at most \`Scale\` digits after the point: \`"0.25"\`. */
export type Numeric<_Scale extends number> = string;
/** A full party id: \`alice::1220…\`. */
export type Party = string;
/** A time in ISO 8601 with at most microseconds: \`"2027-01-01T12:00:00.000001Z"\`. */
export type Timestamp = string;
/** A date: \`"2027-01-01"\`. */
export type CalendarDate = string;
/** An Optional. None is null or absent. Participants omit it at the end of a record. */
export type Optional<T> = T | null | undefined;
/** An Optional that contains an Optional or is contained in one: \`[]\` is None, \`[x]\` is Some x. */
export type Nested<T> = readonly [] | readonly [T];
/** A map with text keys, as an object. */
export type TextMap<V> = { readonly [key: string]: V };
/** A map with keys of any type, as pairs of key and value. */
export type GenMap<K, V> = readonly (readonly [K, V])[];
/** A value without fields: \`{}\`. */
export type Unit = { readonly [field: string]: never };

declare const knownAs: unique symbol;

/**
 * A contract id, usable for every template and interface in \`Names\`. Without names, it is the id of any
 * contract.
 */
export type ContractId<Names extends string = never> = string & {
  readonly [knownAs]: { readonly [Name in Names]: true };
};

// Commands.

/** A command in any form. */
export type Command =
  CreateCommand | ExerciseCommand | ExerciseByKeyCommand | CreateAndExerciseCommand;

/** Creates a contract. */
export interface CreateCommand {
  readonly CreateCommand: {
    readonly templateId: string;
    readonly createArguments: unknown;
  };
}

/** Exercises a choice on the contract with this id. */
export interface ExerciseCommand {
  readonly ExerciseCommand: {
    readonly templateId: string;
    readonly contractId: string;
    readonly choice: string;
    readonly choiceArgument: unknown;
  };
}

/** Exercises a choice on the contract with this key. */
export interface ExerciseByKeyCommand {
  readonly ExerciseByKeyCommand: {
    readonly templateId: string;
    readonly contractKey: unknown;
    readonly choice: string;
    readonly choiceArgument: unknown;
  };
}

/** Creates a contract and exercises a choice on it. */
export interface CreateAndExerciseCommand {
  readonly CreateAndExerciseCommand: {
    readonly templateId: string;
    readonly createArguments: unknown;
    readonly choice: string;
    readonly choiceArgument: unknown;
  };
}

// Events.

/** A created contract. */
export interface CreatedEvent {
  readonly contractId: string;
  readonly templateId: string;
  readonly packageName: string;
  readonly createArgument?: unknown;
  readonly contractKey?: unknown;
  readonly createdEventBlob?: string;
  readonly interfaceViews?: readonly InterfaceView[] | null;
  readonly signatories?: readonly string[];
  readonly observers?: readonly string[];
  readonly createdAt?: string;
}

/** View of a contract through an interface. */
export interface InterfaceView {
  readonly interfaceId: string;
  readonly viewValue?: unknown;
}

/** An exercised choice. */
export interface ExercisedEvent {
  readonly contractId: string;
  readonly templateId: string;
  readonly interfaceId?: string | null;
  readonly packageName: string;
  readonly choice: string;
  readonly choiceArgument?: unknown;
  readonly exerciseResult?: unknown;
}

/** The part of a transaction that these functions read. */
export interface Transaction {
  readonly events?: readonly object[];
}

/** A template filter for \`cumulative\` of an event format. */
export interface TemplateFilter {
  readonly identifierFilter: {
    readonly TemplateFilter: {
      readonly value: { readonly templateId: string; readonly includeCreatedEventBlob: boolean };
    };
  };
}

/** An interface filter for \`cumulative\`; events then contain the view. */
export interface InterfaceFilter {
  readonly identifierFilter: {
    readonly InterfaceFilter: {
      readonly value: {
        readonly interfaceId: string;
        readonly includeInterfaceView: boolean;
        readonly includeCreatedEventBlob: boolean;
      };
    };
  };
}

/** Additional data in events. */
export interface FilterOptions {
  /** Include the blob for disclosing the contract. */
  readonly includeCreatedEventBlob?: boolean;
}

// Templates, interfaces and their choices.

/** The package that types were generated from. */
export interface Package {
  readonly name: string;
  readonly version: string;
  readonly id: string;
}

interface Owner {
  /** The package of the types. The ledger may have used another version for a contract. */
  readonly package: Package;
  /** The qualified name, \`Module:Entity\`. */
  readonly qualifiedName: string;
  /** The template id in commands and filters: \`#<package name>:<Module>:<Entity>\`. */
  readonly reference: string;
}

declare const types: unique symbol;

/** A choice for contracts with an id of type \`Id\`. */
export interface ExercisableChoice<Id extends ContractId, Argument> {
  readonly owner: Owner;
  readonly name: string;
  /** For the type checker only. */
  readonly [types]?: (id: Id, argument: Argument) => Argument;
}

/** A choice with its argument and result. */
export interface Choice<Id extends ContractId, Argument, Result> extends ExercisableChoice<
  Id,
  Argument
> {
  readonly consuming: boolean;
  /** Returns the exercise with its types; undefined for an event of another choice. */
  from(event: ExercisedEvent): Exercised<Id, Argument, Result> | undefined;
  /** Returns the exercises in a transaction of the shape ledger effects. */
  exercisedIn(transaction: Transaction): readonly Exercised<Id, Argument, Result>[];
}

/** An exercise with the types of its choice. */
export interface Exercised<Id extends ContractId, Argument, Result> {
  readonly contractId: Id;
  readonly choiceArgument: Argument;
  readonly exerciseResult: Result;
  readonly event: ExercisedEvent;
}

/** A choice argument; optional if it has no required fields. */
export type Arguments<Argument> = Unit extends Argument
  ? readonly [argument?: Argument]
  : readonly [argument: Argument];

/** A contract id on which choices can be exercised. */
export interface Exercisable<Id extends ContractId> {
  readonly contractId: Id;
  exercise<Argument>(
    choice: ExercisableChoice<Id, Argument>,
    ...argument: Arguments<Argument>
  ): ExerciseCommand;
}

/**
 * A contract from an event. Fields of a later version of the template are present, but not in the type.
 */
export interface Contract<Id extends ContractId, Payload, Key = undefined> extends Exercisable<Id> {
  /** The arguments; for an interface, the view. */
  readonly payload: Payload;
  readonly key: Key;
  readonly event: CreatedEvent;
}

interface Readable<Id extends ContractId, Payload, Key> extends Owner {
  readonly Archive: Choice<Id, Unit, Unit>;
  /** Returns an object to exercise choices on this contract. */
  contractId(contractId: string): Exercisable<Id>;
  /**
   * Returns the contract, created by any version of the package. Returns undefined for another template, or
   * if the event contains no payload or view.
   */
  from(event: CreatedEvent): Contract<Id, Payload, Key> | undefined;
  /** Returns the contracts that a transaction creates. */
  createdIn(transaction: Transaction): readonly Contract<Id, Payload, Key>[];
  /** Returns this constant with a package id instead of the package name. */
  pinned(packageId: string): this;
}

/** A template: its commands, events and filters. */
export interface Template<Id extends ContractId, Payload, Key = undefined> extends Readable<
  Id,
  Payload,
  Key
> {
  create(payload: Payload): CreateCommand;
  createAndExercise<Argument>(
    payload: Payload,
    choice: ExercisableChoice<Id, Argument>,
    ...argument: Arguments<Argument>
  ): CreateAndExerciseCommand;
  filter(options?: FilterOptions): TemplateFilter;
}

/** A template with contract keys. */
export interface KeyedTemplate<Id extends ContractId, Payload, Key> extends Template<
  Id,
  Payload,
  Key
> {
  exerciseByKey<Argument>(
    key: Key,
    choice: ExercisableChoice<Id, Argument>,
    ...argument: Arguments<Argument>
  ): ExerciseByKeyCommand;
}

/** An interface: reads views and exercises choices. */
export interface Interface<Id extends ContractId, View> extends Readable<Id, View, undefined> {
  /** Returns the view; undefined if the event contains none. */
  viewOf(event: CreatedEvent): View | undefined;
  filter(options?: FilterOptions): InterfaceFilter;
}

/** Choices by name. */
export interface Choices {
  readonly [name: string]: "consuming" | "nonconsuming";
}

/** Returns the constant of the template \`Module:Entity\`. */
export const template = <T>(home: Package, qualifiedName: string, choices: Choices): T =>
  createOwnerConstant(home, qualifiedName, choices, (owner) => {
    const of = { templateId: owner.reference };
    return {
      ...createContractReader((event) =>
        // Events that were requested by interface contain no payload.
        isSameEntity(owner, event.templateId, event.packageName) && isPresent(event.createArgument)
          ? { payload: event.createArgument, key: event.contractKey ?? undefined }
          : undefined,
      ),
      create: (createArguments: unknown) => ({ CreateCommand: { ...of, createArguments } }),
      createAndExercise: (createArguments: unknown, choice: Named, choiceArgument = {}) => ({
        CreateAndExerciseCommand: { ...of, createArguments, choice: choice.name, choiceArgument },
      }),
      exerciseByKey: (contractKey: unknown, choice: Named, choiceArgument = {}) => ({
        ExerciseByKeyCommand: { ...of, contractKey, choice: choice.name, choiceArgument },
      }),
      filter: ({ includeCreatedEventBlob = false }: FilterOptions = {}) => ({
        identifierFilter: { TemplateFilter: { value: { ...of, includeCreatedEventBlob } } },
      }),
    };
  });

/** Returns the constant of an interface, like {@link template}. */
export const interfaceOf = <T>(home: Package, qualifiedName: string, choices: Choices): T =>
  createOwnerConstant(home, qualifiedName, choices, (owner) => {
    const viewOf = ({ interfaceViews }: CreatedEvent): unknown => {
      const views = interfaceViews ?? [];
      const view =
        views.find(({ interfaceId }) => interfaceId === \`\${home.id}:\${qualifiedName}\`) ??
        views.find(({ interfaceId }) => hasQualifiedName(owner, interfaceId));
      return view?.viewValue ?? undefined;
    };
    return {
      ...createContractReader((event) => {
        const payload = viewOf(event);
        return payload === undefined ? undefined : { payload, key: undefined };
      }),
      viewOf,
      filter: ({ includeCreatedEventBlob = false }: FilterOptions = {}) => ({
        identifierFilter: {
          InterfaceFilter: {
            value: {
              interfaceId: owner.reference,
              includeInterfaceView: true,
              includeCreatedEventBlob,
            },
          },
        },
      }),
    };
  });

interface Named {
  readonly name: string;
}

const createOwnerConstant = <T>(
  home: Package,
  qualifiedName: string,
  choices: Choices,
  membersOf: (owner: Owner) => object,
): T => {
  const by = (packageId: string): T => {
    const owner = { package: home, qualifiedName, reference: \`\${packageId}:\${qualifiedName}\` };
    const of: { [name: string]: unknown } = { ...owner, ...membersOf(owner), pinned: by };
    for (const [name, kind] of Object.entries({ Archive: "consuming", ...choices })) {
      // A choice with the name of another member gets the suffix \`_\`.
      of[name in of ? \`\${name}_\` : name] = createChoice(owner, name, kind === "consuming");
    }
    // The generated file declares the type.
    return of as T;
  };
  return by(\`#\${home.name}\`);
};

const createChoice = (owner: Owner, name: string, consuming: boolean): object => {
  const from = (event: ExercisedEvent): object | undefined => {
    const { contractId, choiceArgument, exerciseResult, interfaceId, templateId } = event;
    const isThis =
      event.choice === name &&
      (interfaceId
        ? hasQualifiedName(owner, interfaceId)
        : isSameEntity(owner, templateId, event.packageName));
    return isThis ? { contractId, choiceArgument, exerciseResult, event } : undefined;
  };
  return {
    owner,
    name,
    consuming,
    from,
    exercisedIn: (transaction: Transaction) => findEvents(transaction, "ExercisedEvent", from),
  };
};

const createContractReader = (
  read: (event: CreatedEvent) => { readonly payload: unknown; readonly key: unknown } | undefined,
): object => {
  const from = (event: CreatedEvent): object | undefined => {
    const found = read(event);
    return found && { ...createExercisable(event.contractId), ...found, event };
  };
  return {
    contractId: createExercisable,
    from,
    createdIn: (transaction: Transaction) => findEvents(transaction, "CreatedEvent", from),
  };
};

const createExercisable = (contractId: string): object => ({
  contractId,
  exercise: ({ owner, name }: ExercisableChoice<never, never>, choiceArgument = {}) => ({
    ExerciseCommand: { templateId: owner.reference, contractId, choice: name, choiceArgument },
  }),
});

const findEvents = <Event>(
  { events = [] }: Transaction,
  kind: string,
  read: (event: Event) => object | undefined,
): readonly object[] =>
  events.flatMap((each) => {
    const event = (each as { readonly [kind: string]: Event | undefined })[kind];
    return (event && read(event)) ?? [];
  });

const isPresent = (value: unknown): boolean => value !== undefined && value !== null;

/** Returns true if the id is of this entity, in any package version. */
const isSameEntity = (owner: Owner, id: string, packageName: string): boolean =>
  packageName === owner.package.name && hasQualifiedName(owner, id);

const hasQualifiedName = ({ qualifiedName }: Owner, id: string): boolean =>
  id.endsWith(\`:\${qualifiedName}\`);
`,
  js: `/** JSON of values, contracts, commands and events; generated files import it. This file imports nothing. */
/** Returns the constant of the template \`Module:Entity\`. */
export const template = (home, qualifiedName, choices) =>
  createOwnerConstant(home, qualifiedName, choices, (owner) => {
    const of = { templateId: owner.reference };
    return {
      ...createContractReader((event) =>
        // Events that were requested by interface contain no payload.
        isSameEntity(owner, event.templateId, event.packageName) && isPresent(event.createArgument)
          ? { payload: event.createArgument, key: event.contractKey ?? undefined }
          : undefined,
      ),
      create: (createArguments) => ({ CreateCommand: { ...of, createArguments } }),
      createAndExercise: (createArguments, choice, choiceArgument = {}) => ({
        CreateAndExerciseCommand: { ...of, createArguments, choice: choice.name, choiceArgument },
      }),
      exerciseByKey: (contractKey, choice, choiceArgument = {}) => ({
        ExerciseByKeyCommand: { ...of, contractKey, choice: choice.name, choiceArgument },
      }),
      filter: ({ includeCreatedEventBlob = false } = {}) => ({
        identifierFilter: { TemplateFilter: { value: { ...of, includeCreatedEventBlob } } },
      }),
    };
  });
/** Returns the constant of an interface, like {@link template}. */
export const interfaceOf = (home, qualifiedName, choices) =>
  createOwnerConstant(home, qualifiedName, choices, (owner) => {
    const viewOf = ({ interfaceViews }) => {
      const views = interfaceViews ?? [];
      const view =
        views.find(({ interfaceId }) => interfaceId === \`\${home.id}:\${qualifiedName}\`) ??
        views.find(({ interfaceId }) => hasQualifiedName(owner, interfaceId));
      return view?.viewValue ?? undefined;
    };
    return {
      ...createContractReader((event) => {
        const payload = viewOf(event);
        return payload === undefined ? undefined : { payload, key: undefined };
      }),
      viewOf,
      filter: ({ includeCreatedEventBlob = false } = {}) => ({
        identifierFilter: {
          InterfaceFilter: {
            value: {
              interfaceId: owner.reference,
              includeInterfaceView: true,
              includeCreatedEventBlob,
            },
          },
        },
      }),
    };
  });
const createOwnerConstant = (home, qualifiedName, choices, membersOf) => {
  const by = (packageId) => {
    const owner = { package: home, qualifiedName, reference: \`\${packageId}:\${qualifiedName}\` };
    const of = { ...owner, ...membersOf(owner), pinned: by };
    for (const [name, kind] of Object.entries({ Archive: "consuming", ...choices })) {
      // A choice with the name of another member gets the suffix \`_\`.
      of[name in of ? \`\${name}_\` : name] = createChoice(owner, name, kind === "consuming");
    }
    // The generated file declares the type.
    return of;
  };
  return by(\`#\${home.name}\`);
};
const createChoice = (owner, name, consuming) => {
  const from = (event) => {
    const { contractId, choiceArgument, exerciseResult, interfaceId, templateId } = event;
    const isThis =
      event.choice === name &&
      (interfaceId
        ? hasQualifiedName(owner, interfaceId)
        : isSameEntity(owner, templateId, event.packageName));
    return isThis ? { contractId, choiceArgument, exerciseResult, event } : undefined;
  };
  return {
    owner,
    name,
    consuming,
    from,
    exercisedIn: (transaction) => findEvents(transaction, "ExercisedEvent", from),
  };
};
const createContractReader = (read) => {
  const from = (event) => {
    const found = read(event);
    return found && { ...createExercisable(event.contractId), ...found, event };
  };
  return {
    contractId: createExercisable,
    from,
    createdIn: (transaction) => findEvents(transaction, "CreatedEvent", from),
  };
};
const createExercisable = (contractId) => ({
  contractId,
  exercise: ({ owner, name }, choiceArgument = {}) => ({
    ExerciseCommand: { templateId: owner.reference, contractId, choice: name, choiceArgument },
  }),
});
const findEvents = ({ events = [] }, kind, read) =>
  events.flatMap((each) => {
    const event = each[kind];
    return (event && read(event)) ?? [];
  });
const isPresent = (value) => value !== undefined && value !== null;
/** Returns true if the id is of this entity, in any package version. */
const isSameEntity = (owner, id, packageName) =>
  packageName === owner.package.name && hasQualifiedName(owner, id);
const hasQualifiedName = ({ qualifiedName }, id) => id.endsWith(\`:\${qualifiedName}\`);
`,
  "d.ts": `/** JSON of values, contracts, commands and events; generated files import it. This file imports nothing. */
/** A 64-bit integer as decimal digits. */
export type Int64 = string;
/** A decimal number with at most \`Scale\` digits after the point: \`"0.25"\`. */
export type Numeric<_Scale extends number> = string;
/** A full party id: \`alice::1220…\`. */
export type Party = string;
/** A time in ISO 8601 with at most microseconds: \`"2027-01-01T12:00:00.000001Z"\`. */
export type Timestamp = string;
/** A date: \`"2027-01-01"\`. */
export type CalendarDate = string;
/** An Optional. None is null or absent. Participants omit it at the end of a record. */
export type Optional<T> = T | null | undefined;
/** An Optional that contains an Optional or is contained in one: \`[]\` is None, \`[x]\` is Some x. */
export type Nested<T> = readonly [] | readonly [T];
/** A map with text keys, as an object. */
export type TextMap<V> = {
  readonly [key: string]: V;
};
/** A map with keys of any type, as pairs of key and value. */
export type GenMap<K, V> = readonly (readonly [K, V])[];
/** A value without fields: \`{}\`. */
export type Unit = {
  readonly [field: string]: never;
};
declare const knownAs: unique symbol;
/**
 * A contract id, usable for every template and interface in \`Names\`. Without names, it is the id of any
 * contract.
 */
export type ContractId<Names extends string = never> = string & {
  readonly [knownAs]: {
    readonly [Name in Names]: true;
  };
};
/** A command in any form. */
export type Command =
  CreateCommand | ExerciseCommand | ExerciseByKeyCommand | CreateAndExerciseCommand;
/** Creates a contract. */
export interface CreateCommand {
  readonly CreateCommand: {
    readonly templateId: string;
    readonly createArguments: unknown;
  };
}
/** Exercises a choice on the contract with this id. */
export interface ExerciseCommand {
  readonly ExerciseCommand: {
    readonly templateId: string;
    readonly contractId: string;
    readonly choice: string;
    readonly choiceArgument: unknown;
  };
}
/** Exercises a choice on the contract with this key. */
export interface ExerciseByKeyCommand {
  readonly ExerciseByKeyCommand: {
    readonly templateId: string;
    readonly contractKey: unknown;
    readonly choice: string;
    readonly choiceArgument: unknown;
  };
}
/** Creates a contract and exercises a choice on it. */
export interface CreateAndExerciseCommand {
  readonly CreateAndExerciseCommand: {
    readonly templateId: string;
    readonly createArguments: unknown;
    readonly choice: string;
    readonly choiceArgument: unknown;
  };
}
/** A created contract. */
export interface CreatedEvent {
  readonly contractId: string;
  readonly templateId: string;
  readonly packageName: string;
  readonly createArgument?: unknown;
  readonly contractKey?: unknown;
  readonly createdEventBlob?: string;
  readonly interfaceViews?: readonly InterfaceView[] | null;
  readonly signatories?: readonly string[];
  readonly observers?: readonly string[];
  readonly createdAt?: string;
}
/** View of a contract through an interface. */
export interface InterfaceView {
  readonly interfaceId: string;
  readonly viewValue?: unknown;
}
/** An exercised choice. */
export interface ExercisedEvent {
  readonly contractId: string;
  readonly templateId: string;
  readonly interfaceId?: string | null;
  readonly packageName: string;
  readonly choice: string;
  readonly choiceArgument?: unknown;
  readonly exerciseResult?: unknown;
}
/** The part of a transaction that these functions read. */
export interface Transaction {
  readonly events?: readonly object[];
}
/** A template filter for \`cumulative\` of an event format. */
export interface TemplateFilter {
  readonly identifierFilter: {
    readonly TemplateFilter: {
      readonly value: {
        readonly templateId: string;
        readonly includeCreatedEventBlob: boolean;
      };
    };
  };
}
/** An interface filter for \`cumulative\`; events then contain the view. */
export interface InterfaceFilter {
  readonly identifierFilter: {
    readonly InterfaceFilter: {
      readonly value: {
        readonly interfaceId: string;
        readonly includeInterfaceView: boolean;
        readonly includeCreatedEventBlob: boolean;
      };
    };
  };
}
/** Additional data in events. */
export interface FilterOptions {
  /** Include the blob for disclosing the contract. */
  readonly includeCreatedEventBlob?: boolean;
}
/** The package that types were generated from. */
export interface Package {
  readonly name: string;
  readonly version: string;
  readonly id: string;
}
interface Owner {
  /** The package of the types. The ledger may have used another version for a contract. */
  readonly package: Package;
  /** The qualified name, \`Module:Entity\`. */
  readonly qualifiedName: string;
  /** The template id in commands and filters: \`#<package name>:<Module>:<Entity>\`. */
  readonly reference: string;
}
declare const types: unique symbol;
/** A choice for contracts with an id of type \`Id\`. */
export interface ExercisableChoice<Id extends ContractId, Argument> {
  readonly owner: Owner;
  readonly name: string;
  /** For the type checker only. */
  readonly [types]?: (id: Id, argument: Argument) => Argument;
}
/** A choice with its argument and result. */
export interface Choice<Id extends ContractId, Argument, Result> extends ExercisableChoice<
  Id,
  Argument
> {
  readonly consuming: boolean;
  /** Returns the exercise with its types; undefined for an event of another choice. */
  from(event: ExercisedEvent): Exercised<Id, Argument, Result> | undefined;
  /** Returns the exercises in a transaction of the shape ledger effects. */
  exercisedIn(transaction: Transaction): readonly Exercised<Id, Argument, Result>[];
}
/** An exercise with the types of its choice. */
export interface Exercised<Id extends ContractId, Argument, Result> {
  readonly contractId: Id;
  readonly choiceArgument: Argument;
  readonly exerciseResult: Result;
  readonly event: ExercisedEvent;
}
/** A choice argument; optional if it has no required fields. */
export type Arguments<Argument> = Unit extends Argument
  ? readonly [argument?: Argument]
  : readonly [argument: Argument];
/** A contract id on which choices can be exercised. */
export interface Exercisable<Id extends ContractId> {
  readonly contractId: Id;
  exercise<Argument>(
    choice: ExercisableChoice<Id, Argument>,
    ...argument: Arguments<Argument>
  ): ExerciseCommand;
}
/**
 * A contract from an event. Fields of a later version of the template are present, but not in the type.
 */
export interface Contract<Id extends ContractId, Payload, Key = undefined> extends Exercisable<Id> {
  /** The arguments; for an interface, the view. */
  readonly payload: Payload;
  readonly key: Key;
  readonly event: CreatedEvent;
}
interface Readable<Id extends ContractId, Payload, Key> extends Owner {
  readonly Archive: Choice<Id, Unit, Unit>;
  /** Returns an object to exercise choices on this contract. */
  contractId(contractId: string): Exercisable<Id>;
  /**
   * Returns the contract, created by any version of the package. Returns undefined for another template, or
   * if the event contains no payload or view.
   */
  from(event: CreatedEvent): Contract<Id, Payload, Key> | undefined;
  /** Returns the contracts that a transaction creates. */
  createdIn(transaction: Transaction): readonly Contract<Id, Payload, Key>[];
  /** Returns this constant with a package id instead of the package name. */
  pinned(packageId: string): this;
}
/** A template: its commands, events and filters. */
export interface Template<Id extends ContractId, Payload, Key = undefined> extends Readable<
  Id,
  Payload,
  Key
> {
  create(payload: Payload): CreateCommand;
  createAndExercise<Argument>(
    payload: Payload,
    choice: ExercisableChoice<Id, Argument>,
    ...argument: Arguments<Argument>
  ): CreateAndExerciseCommand;
  filter(options?: FilterOptions): TemplateFilter;
}
/** A template with contract keys. */
export interface KeyedTemplate<Id extends ContractId, Payload, Key> extends Template<
  Id,
  Payload,
  Key
> {
  exerciseByKey<Argument>(
    key: Key,
    choice: ExercisableChoice<Id, Argument>,
    ...argument: Arguments<Argument>
  ): ExerciseByKeyCommand;
}
/** An interface: reads views and exercises choices. */
export interface Interface<Id extends ContractId, View> extends Readable<Id, View, undefined> {
  /** Returns the view; undefined if the event contains none. */
  viewOf(event: CreatedEvent): View | undefined;
  filter(options?: FilterOptions): InterfaceFilter;
}
/** Choices by name. */
export interface Choices {
  readonly [name: string]: "consuming" | "nonconsuming";
}
/** Returns the constant of the template \`Module:Entity\`. */
export declare const template: <T>(home: Package, qualifiedName: string, choices: Choices) => T;
/** Returns the constant of an interface, like {@link template}. */
export declare const interfaceOf: <T>(home: Package, qualifiedName: string, choices: Choices) => T;
export {};
`,
};

export const schemasRuntimeSource: RuntimeSource = {
  ts: `/** Runtime checks of JSON, as Standard Schemas of version 1. This file imports nothing. */

/** A schema that forms, routers and similar libraries accept: https://standardschema.dev. */
export interface Schema<T> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "ledger-in-a-box";
    /**
     * Checks a value. Never throws. Unknown fields are accepted, because a later version may have written
     * them.
     */
    readonly validate: (value: unknown) => Checked<T>;
    readonly types?: { readonly input: T; readonly output: T };
  };
  /** Adds issues to a list; \`levelsLeft\` is the number of levels that may follow below. */
  readonly "~check": SchemaCheck;
  /** Only for an Optional: the check to use if it is the element of another Optional. */
  readonly "~nested"?: SchemaCheck;
}

/** Either the valid value or the issues. */
export type Checked<T> =
  { readonly value: T; readonly issues?: undefined } | { readonly issues: readonly Issue[] };

/** A problem with a part of a value; \`path\` is the keys and indexes that lead to the part. */
export interface Issue {
  readonly message: string;
  readonly path: readonly PropertyKey[];
}

interface FoundIssue extends Issue {
  readonly path: PropertyKey[];
}

type SchemaCheck = (value: unknown, issues: FoundIssue[], levelsLeft: number) => void;

/** Maximum depth of a value, the same as on a participant. */
const maxDepth = 100;
/** Maximum number of reported issues. */
const maxIssues = 100;

const createStandardSchema = <T>(check: SchemaCheck, nested?: SchemaCheck): Schema<T> => ({
  "~standard": {
    version: 1,
    vendor: "ledger-in-a-box",
    validate: (value) => {
      const issues: FoundIssue[] = [];
      check(value, issues, maxDepth);
      return issues.length === 0 ? { value: value as T } : { issues };
    },
  },
  "~check": check,
  ...(nested && { "~nested": nested }),
});

const createStringSchema = <T>(form: string, fits: (value: string) => boolean): Schema<T> =>
  createStandardSchema((value, issues) => {
    if (typeof value !== "string" || !fits(value)) addIssue(issues, form, value);
  });

const addIssue = (issues: FoundIssue[], form: string, value: unknown): void => {
  if (issues.length >= maxIssues) return;
  issues.push({ message: \`Expected \${form}, found \${describeValue(value)}.\`, path: [] });
};

const describeValue = (value: unknown): string => {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value.length > 50 ? \`\${value.slice(0, 50)}…\` : value);
    case "number":
    case "boolean":
      return \`the \${typeof value} \${value}\`;
    case "object":
      return value === null ? "null" : Array.isArray(value) ? "an array" : "an object";
    case "undefined":
      return "nothing";
    case "bigint":
    case "function":
    case "symbol":
      return \`a \${typeof value}\`;
  }
};

/** Checks a part of a value and puts its key before the paths of the issues found. */
const checkPart = (
  key: PropertyKey,
  check: SchemaCheck,
  value: unknown,
  issues: FoundIssue[],
  levelsLeft: number,
): void => {
  const before = issues.length;
  if (levelsLeft <= 0) addIssue(issues, "fewer levels", value);
  else check(value, issues, levelsLeft - 1);
  for (let index = before; index < issues.length; index++) issues[index]?.path.unshift(key);
};

/** True or false. */
export const bool: Schema<boolean> = /* @__PURE__ */ createStandardSchema((value, issues) => {
  if (typeof value !== "boolean") addIssue(issues, "true or false", value);
});

/** A text without lone surrogates. */
export const text: Schema<string> = /* @__PURE__ */ createStringSchema(
  "a text",
  (value) => !/\\p{Surrogate}/u.test(value),
);

/** A full party id: 1 to 255 letters, digits, spaces, \`:\`, \`-\` and \`_\`. */
export const party: Schema<string> = /* @__PURE__ */ createStringSchema("a party", (value) =>
  /^[\\w:\\- ]{1,255}$/.test(value),
);

const int64Form = 'a whole number of 64 bits as a text, such as "42"';

/** A 64-bit integer, as a text of decimal digits. */
export const int64: Schema<string> = /* @__PURE__ */ createStringSchema(int64Form, (value) => {
  if (!/^-?\\d{1,19}$/.test(value)) return false;
  return value.length < 19 || BigInt.asIntN(64, BigInt(value)) === BigInt(value);
});

/** A decimal number of up to 38 digits, at most \`scale\` of them after the point, as a text. */
export const numeric = (scale: number): Schema<string> => {
  const form = \`a decimal number with at most \${scale} digits after the point and 38 in all, as a text\`;
  return createStringSchema(form, (value) => {
    const [, whole = "", fraction = ""] = /^-?0*(\\d{0,38})(?:\\.(\\d{0,37}))?$/.exec(value) ?? [];
    if (!/^-?\\d{1,38}(?:\\.|$)/.test(value) || whole.length > 38 - scale) return false;
    return fraction.length <= scale || fraction.replace(/0{1,37}$/, "").length <= scale;
  });
};

/** A date, such as \`"2027-01-31"\`. */
export const calendarDate: Schema<string> = /* @__PURE__ */ createStringSchema(
  'a day, such as "2027-01-31"',
  (value) => isDay(value),
);

/** A time in ISO 8601, such as \`"2027-01-31T12:00:00Z"\`. */
export const timestamp: Schema<string> = /* @__PURE__ */ createStringSchema(
  'a time in ISO 8601, such as "2027-01-31T12:00:00Z"',
  (value) => {
    if (!isDay(value.slice(0, 10))) return false;
    const time = value.slice(10);
    if (/^T(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,9})?)?Z$/i.test(time)) return true;
    // With an offset, the first and last day could be outside of the calendar.
    return !/^0001|^9999/.test(value) && timeWithOffsetPattern.test(time);
  },
);

const timeWithOffsetPattern =
  /^T(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,9})?)?[+-](?:(?:0\\d|1[0-7]):[0-5]\\d|18:00)$/i;

const isDay = (value: string): boolean => {
  const [, year, month, day] = /^(\\d{4})-(\\d\\d)-(\\d\\d)$/.exec(value) ?? [];
  if (year === undefined || year === "0000") return false;
  const [months, days] = [Number(month), Number(day)];
  if (months < 1 || months > 12 || days < 1) return false;
  if (days <= 28) return true;
  const isLeap = Number(year) % 4 === 0 && (Number(year) % 100 !== 0 || Number(year) % 400 === 0);
  return days <= (months === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(months) ? 30 : 31);
};

/** A contract id. Its type is checked only at compile time. */
export const contractId = <T>(): Schema<T> =>
  createStringSchema("a contract id in lowercase hexadecimal digits", (value) => {
    const { length } = value;
    if (length % 2 !== 0 || !/^0[01][\\da-f]+$/.test(value)) return false;
    return value[1] === "0" ? length >= 66 && length <= 254 : length >= 26 && length <= 92;
  });

/** A value without fields. */
export const unit: Schema<{ readonly [field: string]: never }> =
  /* @__PURE__ */ createStandardSchema((value, issues) => {
    if (!isObject(value)) addIssue(issues, "an object without fields", value);
  });

/** A value of a type that has no schema. */
export const anything: Schema<unknown> = /* @__PURE__ */ createStandardSchema(() => undefined);

/** An Optional: the element, null, or undefined. If the element is itself an Optional: \`[]\` or \`[x]\`. */
export const optional = <T>(element: Schema<T>): Schema<T | null | undefined> => {
  const inner = element["~nested"];
  if (inner === undefined) return optionalOf(element);
  const nested = createNestedOptionalCheck(inner);
  return createStandardSchema(nested, nested);
};

/** An Optional of a type parameter. It is not encoded as nested, even if the parameter is an Optional. */
export const optionalOf = <T>(parameter: Schema<T>): Schema<T | null | undefined> =>
  createStandardSchema((value, issues, levelsLeft) => {
    if (value === null || value === undefined) return;
    if (levelsLeft <= 0) addIssue(issues, "fewer levels", value);
    else parameter["~check"](value, issues, levelsLeft - 1);
  }, createNestedOptionalCheck(parameter["~check"]));

/** An Optional that contains an Optional: \`[]\` or \`[x]\`. */
export const nested = <T>(element: Schema<unknown>): Schema<T> => {
  const check = createNestedOptionalCheck(element["~nested"] ?? element["~check"]);
  return createStandardSchema(check, check);
};

const createNestedOptionalCheck =
  (element: SchemaCheck): SchemaCheck =>
  (value, issues, levelsLeft) => {
    if (!Array.isArray(value) || value.length > 1) {
      addIssue(issues, "[] or an array with one value", value);
    } else if (value.length === 1) {
      checkPart(0, element, value[0], issues, levelsLeft);
    }
  };

/** An array of elements. */
export const list = <T>(element: Schema<T>): Schema<readonly T[]> =>
  createStandardSchema((value, issues, levelsLeft) => {
    if (!Array.isArray(value)) return addIssue(issues, "an array", value);
    for (let index = 0; index < value.length && issues.length < maxIssues; index++) {
      checkPart(index, element["~check"], value[index], issues, levelsLeft);
    }
  });

/** An object with any keys, whose values all match the element. */
export const textMap = <T>(element: Schema<T>): Schema<{ readonly [key: string]: T }> =>
  createStandardSchema((value, issues, levelsLeft) => {
    if (!isObject(value)) return addIssue(issues, "an object", value);
    for (const [key, each] of Object.entries(value)) {
      if (issues.length >= maxIssues) return;
      checkPart(key, text["~check"], key, issues, levelsLeft);
      checkPart(key, element["~check"], each, issues, levelsLeft);
    }
  });

/** An array of pairs, each with a key and a value. */
export const genMap = <K, V>(
  key: Schema<K>,
  value: Schema<V>,
): Schema<readonly (readonly [K, V])[]> => {
  const pair: SchemaCheck = (entry, issues, levelsLeft) => {
    if (!Array.isArray(entry) || entry.length !== 2) {
      return addIssue(issues, "an array with a key and a value", entry);
    }
    // The pair itself does not count as a level.
    checkPart(0, key["~check"], entry[0], issues, levelsLeft + 1);
    checkPart(1, value["~check"], entry[1], issues, levelsLeft + 1);
  };
  return list(createStandardSchema<readonly [K, V]>(pair));
};

/** A record, given by the schemas of its fields. */
export const record = <T>(
  fields: () => { readonly [name: string]: Schema<unknown> },
): Schema<T> => {
  // Every object inherits properties such as \`constructor\`; ignore these.
  const known = memoize(() =>
    Object.entries(fields()).map(([name, field]) => ({
      name,
      check: field["~check"],
      isInherited: name in Object.prototype,
    })),
  );
  return createStandardSchema((value, issues, levelsLeft) => {
    if (!isObject(value)) return addIssue(issues, "an object", value);
    for (const { name, check, isInherited } of known()) {
      const part = isInherited && !Object.hasOwn(value, name) ? undefined : value[name];
      checkPart(name, check, part, issues, levelsLeft);
    }
  });
};

/** A variant, given by the schemas of its constructors. */
export const variant = <T>(
  constructors: () => { readonly [tag: string]: Schema<unknown> },
): Schema<T> => {
  const known = memoize(() => new Map(Object.entries(constructors())));
  return createStandardSchema((value, issues, levelsLeft) => {
    if (!isObject(value)) return addIssue(issues, "an object with tag and value", value);
    const { tag, value: part } = value;
    const found = typeof tag === "string" ? known().get(tag) : undefined;
    if (found === undefined) {
      return checkPart("tag", createWrongTagCheck([...known().keys()]), tag, issues, levelsLeft);
    }
    // The value is required, even if it is null.
    if (part === undefined) checkPart("value", reportMissingValue, part, issues, levelsLeft);
    else checkPart("value", found["~check"], part, issues, levelsLeft);
  });
};

const createWrongTagCheck =
  (tags: readonly string[]): SchemaCheck =>
  (value, issues) =>
    addIssue(issues, \`one of \${tags.join(", ")}\`, value);

const reportMissingValue: SchemaCheck = (value, issues) => addIssue(issues, "a value", value);

/** An enum, given by its constructors. */
export const enumeration = <T extends string>(constructors: readonly T[]): Schema<T> => {
  const known = new Set<string>(constructors);
  return createStringSchema(\`one of \${constructors.join(", ")}\`, (value) => known.has(value));
};

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const memoize = <T>(make: () => T): (() => T) => {
  let made: { readonly of: T } | undefined;
  return () => (made ??= { of: make() }).of;
};
`,
  js: `/** Runtime checks of JSON, as Standard Schemas of version 1. This file imports nothing. */
/** Maximum depth of a value, the same as on a participant. */
const maxDepth = 100;
/** Maximum number of reported issues. */
const maxIssues = 100;
const createStandardSchema = (check, nested) => ({
  "~standard": {
    version: 1,
    vendor: "ledger-in-a-box",
    validate: (value) => {
      const issues = [];
      check(value, issues, maxDepth);
      return issues.length === 0 ? { value: value } : { issues };
    },
  },
  "~check": check,
  ...(nested && { "~nested": nested }),
});
const createStringSchema = (form, fits) =>
  createStandardSchema((value, issues) => {
    if (typeof value !== "string" || !fits(value)) addIssue(issues, form, value);
  });
const addIssue = (issues, form, value) => {
  if (issues.length >= maxIssues) return;
  issues.push({ message: \`Expected \${form}, found \${describeValue(value)}.\`, path: [] });
};
const describeValue = (value) => {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value.length > 50 ? \`\${value.slice(0, 50)}…\` : value);
    case "number":
    case "boolean":
      return \`the \${typeof value} \${value}\`;
    case "object":
      return value === null ? "null" : Array.isArray(value) ? "an array" : "an object";
    case "undefined":
      return "nothing";
    case "bigint":
    case "function":
    case "symbol":
      return \`a \${typeof value}\`;
  }
};
/** Checks a part of a value and puts its key before the paths of the issues found. */
const checkPart = (key, check, value, issues, levelsLeft) => {
  const before = issues.length;
  if (levelsLeft <= 0) addIssue(issues, "fewer levels", value);
  else check(value, issues, levelsLeft - 1);
  for (let index = before; index < issues.length; index++) issues[index]?.path.unshift(key);
};
/** True or false. */
export const bool = /* @__PURE__ */ createStandardSchema((value, issues) => {
  if (typeof value !== "boolean") addIssue(issues, "true or false", value);
});
/** A text without lone surrogates. */
export const text = /* @__PURE__ */ createStringSchema(
  "a text",
  (value) => !/\\p{Surrogate}/u.test(value),
);
/** A full party id: 1 to 255 letters, digits, spaces, \`:\`, \`-\` and \`_\`. */
export const party = /* @__PURE__ */ createStringSchema("a party", (value) =>
  /^[\\w:\\- ]{1,255}$/.test(value),
);
const int64Form = 'a whole number of 64 bits as a text, such as "42"';
/** A 64-bit integer, as a text of decimal digits. */
export const int64 = /* @__PURE__ */ createStringSchema(int64Form, (value) => {
  if (!/^-?\\d{1,19}$/.test(value)) return false;
  return value.length < 19 || BigInt.asIntN(64, BigInt(value)) === BigInt(value);
});
/** A decimal number of up to 38 digits, at most \`scale\` of them after the point, as a text. */
export const numeric = (scale) => {
  const form = \`a decimal number with at most \${scale} digits after the point and 38 in all, as a text\`;
  return createStringSchema(form, (value) => {
    const [, whole = "", fraction = ""] = /^-?0*(\\d{0,38})(?:\\.(\\d{0,37}))?$/.exec(value) ?? [];
    if (!/^-?\\d{1,38}(?:\\.|$)/.test(value) || whole.length > 38 - scale) return false;
    return fraction.length <= scale || fraction.replace(/0{1,37}$/, "").length <= scale;
  });
};
/** A date, such as \`"2027-01-31"\`. */
export const calendarDate = /* @__PURE__ */ createStringSchema(
  'a day, such as "2027-01-31"',
  (value) => isDay(value),
);
/** A time in ISO 8601, such as \`"2027-01-31T12:00:00Z"\`. */
export const timestamp = /* @__PURE__ */ createStringSchema(
  'a time in ISO 8601, such as "2027-01-31T12:00:00Z"',
  (value) => {
    if (!isDay(value.slice(0, 10))) return false;
    const time = value.slice(10);
    if (/^T(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,9})?)?Z$/i.test(time)) return true;
    // With an offset, the first and last day could be outside of the calendar.
    return !/^0001|^9999/.test(value) && timeWithOffsetPattern.test(time);
  },
);
const timeWithOffsetPattern =
  /^T(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,9})?)?[+-](?:(?:0\\d|1[0-7]):[0-5]\\d|18:00)$/i;
const isDay = (value) => {
  const [, year, month, day] = /^(\\d{4})-(\\d\\d)-(\\d\\d)$/.exec(value) ?? [];
  if (year === undefined || year === "0000") return false;
  const [months, days] = [Number(month), Number(day)];
  if (months < 1 || months > 12 || days < 1) return false;
  if (days <= 28) return true;
  const isLeap = Number(year) % 4 === 0 && (Number(year) % 100 !== 0 || Number(year) % 400 === 0);
  return days <= (months === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(months) ? 30 : 31);
};
/** A contract id. Its type is checked only at compile time. */
export const contractId = () =>
  createStringSchema("a contract id in lowercase hexadecimal digits", (value) => {
    const { length } = value;
    if (length % 2 !== 0 || !/^0[01][\\da-f]+$/.test(value)) return false;
    return value[1] === "0" ? length >= 66 && length <= 254 : length >= 26 && length <= 92;
  });
/** A value without fields. */
export const unit = /* @__PURE__ */ createStandardSchema((value, issues) => {
  if (!isObject(value)) addIssue(issues, "an object without fields", value);
});
/** A value of a type that has no schema. */
export const anything = /* @__PURE__ */ createStandardSchema(() => undefined);
/** An Optional: the element, null, or undefined. If the element is itself an Optional: \`[]\` or \`[x]\`. */
export const optional = (element) => {
  const inner = element["~nested"];
  if (inner === undefined) return optionalOf(element);
  const nested = createNestedOptionalCheck(inner);
  return createStandardSchema(nested, nested);
};
/** An Optional of a type parameter. It is not encoded as nested, even if the parameter is an Optional. */
export const optionalOf = (parameter) =>
  createStandardSchema((value, issues, levelsLeft) => {
    if (value === null || value === undefined) return;
    if (levelsLeft <= 0) addIssue(issues, "fewer levels", value);
    else parameter["~check"](value, issues, levelsLeft - 1);
  }, createNestedOptionalCheck(parameter["~check"]));
/** An Optional that contains an Optional: \`[]\` or \`[x]\`. */
export const nested = (element) => {
  const check = createNestedOptionalCheck(element["~nested"] ?? element["~check"]);
  return createStandardSchema(check, check);
};
const createNestedOptionalCheck = (element) => (value, issues, levelsLeft) => {
  if (!Array.isArray(value) || value.length > 1) {
    addIssue(issues, "[] or an array with one value", value);
  } else if (value.length === 1) {
    checkPart(0, element, value[0], issues, levelsLeft);
  }
};
/** An array of elements. */
export const list = (element) =>
  createStandardSchema((value, issues, levelsLeft) => {
    if (!Array.isArray(value)) return addIssue(issues, "an array", value);
    for (let index = 0; index < value.length && issues.length < maxIssues; index++) {
      checkPart(index, element["~check"], value[index], issues, levelsLeft);
    }
  });
/** An object with any keys, whose values all match the element. */
export const textMap = (element) =>
  createStandardSchema((value, issues, levelsLeft) => {
    if (!isObject(value)) return addIssue(issues, "an object", value);
    for (const [key, each] of Object.entries(value)) {
      if (issues.length >= maxIssues) return;
      checkPart(key, text["~check"], key, issues, levelsLeft);
      checkPart(key, element["~check"], each, issues, levelsLeft);
    }
  });
/** An array of pairs, each with a key and a value. */
export const genMap = (key, value) => {
  const pair = (entry, issues, levelsLeft) => {
    if (!Array.isArray(entry) || entry.length !== 2) {
      return addIssue(issues, "an array with a key and a value", entry);
    }
    // The pair itself does not count as a level.
    checkPart(0, key["~check"], entry[0], issues, levelsLeft + 1);
    checkPart(1, value["~check"], entry[1], issues, levelsLeft + 1);
  };
  return list(createStandardSchema(pair));
};
/** A record, given by the schemas of its fields. */
export const record = (fields) => {
  // Every object inherits properties such as \`constructor\`; ignore these.
  const known = memoize(() =>
    Object.entries(fields()).map(([name, field]) => ({
      name,
      check: field["~check"],
      isInherited: name in Object.prototype,
    })),
  );
  return createStandardSchema((value, issues, levelsLeft) => {
    if (!isObject(value)) return addIssue(issues, "an object", value);
    for (const { name, check, isInherited } of known()) {
      const part = isInherited && !Object.hasOwn(value, name) ? undefined : value[name];
      checkPart(name, check, part, issues, levelsLeft);
    }
  });
};
/** A variant, given by the schemas of its constructors. */
export const variant = (constructors) => {
  const known = memoize(() => new Map(Object.entries(constructors())));
  return createStandardSchema((value, issues, levelsLeft) => {
    if (!isObject(value)) return addIssue(issues, "an object with tag and value", value);
    const { tag, value: part } = value;
    const found = typeof tag === "string" ? known().get(tag) : undefined;
    if (found === undefined) {
      return checkPart("tag", createWrongTagCheck([...known().keys()]), tag, issues, levelsLeft);
    }
    // The value is required, even if it is null.
    if (part === undefined) checkPart("value", reportMissingValue, part, issues, levelsLeft);
    else checkPart("value", found["~check"], part, issues, levelsLeft);
  });
};
const createWrongTagCheck = (tags) => (value, issues) =>
  addIssue(issues, \`one of \${tags.join(", ")}\`, value);
const reportMissingValue = (value, issues) => addIssue(issues, "a value", value);
/** An enum, given by its constructors. */
export const enumeration = (constructors) => {
  const known = new Set(constructors);
  return createStringSchema(\`one of \${constructors.join(", ")}\`, (value) => known.has(value));
};
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const memoize = (make) => {
  let made;
  return () => (made ??= { of: make() }).of;
};
`,
  "d.ts": `/** Runtime checks of JSON, as Standard Schemas of version 1. This file imports nothing. */
/** A schema that forms, routers and similar libraries accept: https://standardschema.dev. */
export interface Schema<T> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "ledger-in-a-box";
    /**
     * Checks a value. Never throws. Unknown fields are accepted, because a later version may have written
     * them.
     */
    readonly validate: (value: unknown) => Checked<T>;
    readonly types?: {
      readonly input: T;
      readonly output: T;
    };
  };
  /** Adds issues to a list; \`levelsLeft\` is the number of levels that may follow below. */
  readonly "~check": SchemaCheck;
  /** Only for an Optional: the check to use if it is the element of another Optional. */
  readonly "~nested"?: SchemaCheck;
}
/** Either the valid value or the issues. */
export type Checked<T> =
  | {
      readonly value: T;
      readonly issues?: undefined;
    }
  | {
      readonly issues: readonly Issue[];
    };
/** A problem with a part of a value; \`path\` is the keys and indexes that lead to the part. */
export interface Issue {
  readonly message: string;
  readonly path: readonly PropertyKey[];
}
interface FoundIssue extends Issue {
  readonly path: PropertyKey[];
}
type SchemaCheck = (value: unknown, issues: FoundIssue[], levelsLeft: number) => void;
/** True or false. */
export declare const bool: Schema<boolean>;
/** A text without lone surrogates. */
export declare const text: Schema<string>;
/** A full party id: 1 to 255 letters, digits, spaces, \`:\`, \`-\` and \`_\`. */
export declare const party: Schema<string>;
/** A 64-bit integer, as a text of decimal digits. */
export declare const int64: Schema<string>;
/** A decimal number of up to 38 digits, at most \`scale\` of them after the point, as a text. */
export declare const numeric: (scale: number) => Schema<string>;
/** A date, such as \`"2027-01-31"\`. */
export declare const calendarDate: Schema<string>;
/** A time in ISO 8601, such as \`"2027-01-31T12:00:00Z"\`. */
export declare const timestamp: Schema<string>;
/** A contract id. Its type is checked only at compile time. */
export declare const contractId: <T>() => Schema<T>;
/** A value without fields. */
export declare const unit: Schema<{
  readonly [field: string]: never;
}>;
/** A value of a type that has no schema. */
export declare const anything: Schema<unknown>;
/** An Optional: the element, null, or undefined. If the element is itself an Optional: \`[]\` or \`[x]\`. */
export declare const optional: <T>(element: Schema<T>) => Schema<T | null | undefined>;
/** An Optional of a type parameter. It is not encoded as nested, even if the parameter is an Optional. */
export declare const optionalOf: <T>(parameter: Schema<T>) => Schema<T | null | undefined>;
/** An Optional that contains an Optional: \`[]\` or \`[x]\`. */
export declare const nested: <T>(element: Schema<unknown>) => Schema<T>;
/** An array of elements. */
export declare const list: <T>(element: Schema<T>) => Schema<readonly T[]>;
/** An object with any keys, whose values all match the element. */
export declare const textMap: <T>(element: Schema<T>) => Schema<{
  readonly [key: string]: T;
}>;
/** An array of pairs, each with a key and a value. */
export declare const genMap: <K, V>(
  key: Schema<K>,
  value: Schema<V>,
) => Schema<readonly (readonly [K, V])[]>;
/** A record, given by the schemas of its fields. */
export declare const record: <T>(
  fields: () => {
    readonly [name: string]: Schema<unknown>;
  },
) => Schema<T>;
/** A variant, given by the schemas of its constructors. */
export declare const variant: <T>(
  constructors: () => {
    readonly [tag: string]: Schema<unknown>;
  },
) => Schema<T>;
/** An enum, given by its constructors. */
export declare const enumeration: <T extends string>(constructors: readonly T[]) => Schema<T>;
export {};
`,
};
