import type { QualifiedName, TypeReference } from "../../../base/identifiers/identifiers.ts";
import type { Descriptor, NoFields } from "./descriptor.ts";

/** A choice of the template or interface `Owner`, as commands and contract code name it. */
export interface Choice<
  Owner extends string = string,
  Argument = unknown,
  Input = unknown,
  Result = unknown,
> {
  readonly owner: ChoiceOwner<Owner>;
  readonly name: string;
  readonly consuming: boolean;
  readonly argument: Descriptor<Argument, Input>;
  readonly result: Descriptor<Result>;
}

/** A choice of a constant that `ledger-in-a-box codegen` has generated: its argument is JSON already. */
export interface JsonChoice<Argument = unknown> {
  readonly owner: { readonly reference: TypeReference };
  readonly name: string;
  from(event: never): { readonly choiceArgument: Argument } | undefined;
}

/** The template or interface that has a choice. */
export interface ChoiceOwner<Name extends string = string> {
  readonly qualifiedName: Name & QualifiedName;
  /** `#<package name>:<Module>:<Entity>`. Raises INVALID_ARGUMENT while it belongs to no package. */
  readonly reference: TypeReference;
}

/** An argument without required fields may be left out. */
export type ChoiceArguments<Input> = NoFields extends Input
  ? readonly [argument?: Input]
  : readonly [argument: Input];
