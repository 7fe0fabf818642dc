/** JSON of values, contracts, commands and events; generated files import it. This file imports nothing. */

// The JSON of values.

/** A 64-bit integer as decimal digits. */
export type Int64 = string;
/** A decimal number with at most `Scale` digits after the point: `"0.25"`. */
export type Numeric<_Scale extends number> = string;
/** A full party id: `alice::1220…`. */
export type Party = string;
/** A time in ISO 8601 with at most microseconds: `"2027-01-01T12:00:00.000001Z"`. */
export type Timestamp = string;
/** A date: `"2027-01-01"`. */
export type CalendarDate = string;
/** An Optional. None is null or absent. Participants omit it at the end of a record. */
export type Optional<T> = T | null | undefined;
/** An Optional that contains an Optional or is contained in one: `[]` is None, `[x]` is Some x. */
export type Nested<T> = readonly [] | readonly [T];
/** A map with text keys, as an object. */
export type TextMap<V> = { readonly [key: string]: V };
/** A map with keys of any type, as pairs of key and value. */
export type GenMap<K, V> = readonly (readonly [K, V])[];
/** A value without fields: `{}`. */
export type Unit = { readonly [field: string]: never };

declare const knownAs: unique symbol;

/**
 * A contract id, usable for every template and interface in `Names`. Without names, it is the id of any
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

/** A template filter for `cumulative` of an event format. */
export interface TemplateFilter {
  readonly identifierFilter: {
    readonly TemplateFilter: {
      readonly value: { readonly templateId: string; readonly includeCreatedEventBlob: boolean };
    };
  };
}

/** An interface filter for `cumulative`; events then contain the view. */
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
  /** The qualified name, `Module:Entity`. */
  readonly qualifiedName: string;
  /** The template id in commands and filters: `#<package name>:<Module>:<Entity>`. */
  readonly reference: string;
}

declare const types: unique symbol;

/** A choice for contracts with an id of type `Id`. */
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

/** Returns the constant of the template `Module:Entity`. */
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
        views.find(({ interfaceId }) => interfaceId === `${home.id}:${qualifiedName}`) ??
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
    const owner = { package: home, qualifiedName, reference: `${packageId}:${qualifiedName}` };
    const of: { [name: string]: unknown } = { ...owner, ...membersOf(owner), pinned: by };
    for (const [name, kind] of Object.entries({ Archive: "consuming", ...choices })) {
      // A choice with the name of another member gets the suffix `_`.
      of[name in of ? `${name}_` : name] = createChoice(owner, name, kind === "consuming");
    }
    // The generated file declares the type.
    return of as T;
  };
  return by(`#${home.name}`);
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
  id.endsWith(`:${qualifiedName}`);
