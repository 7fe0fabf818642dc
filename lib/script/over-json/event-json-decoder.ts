import { splitTypeId, type TypeId } from "../../base/identifiers/identifiers.ts";
import { unit } from "../../base/values/constructors.ts";
import type { Type } from "../../base/values/type.ts";
import type { Value } from "../../base/values/value.ts";
import type { ScriptTransactionEvent } from "../../contracts/daml-lf/script/submit-codec.ts";
import type { TemplateSignature } from "../../contracts/engine/package-signature.ts";
import type { PackageRegistry } from "../../contracts/packages/registry.ts";
import type {
  CreatedEventJson,
  EventJson,
  ExercisedEventJson,
} from "../../views/envelope/event-json.ts";

/** Decodes a participant's events with the types of the script's packages. */
export class EventJsonDecoder {
  readonly #packages: PackageRegistry;

  constructor(packages: PackageRegistry) {
    this.#packages = packages;
  }

  /** Returns the events of a transaction (in the shape ledger effects) as a tree. */
  toTransactionTree(events: readonly EventJson[]): readonly ScriptTransactionEvent[] {
    const flat = events.flatMap((event) => this.#toFlatEvents(event));
    const nodesBetween = (from: number, to: number): readonly ScriptTransactionEvent[] => {
      const nodes: ScriptTransactionEvent[] = [];
      for (let index = from; index < to;) {
        const end = findEndOfDescendants(flat, index, to);
        const each = flat[index];
        if (each !== undefined) nodes.push(each.node(nodesBetween(index + 1, end)));
        index = end;
      }
      return nodes;
    };
    return nodesBetween(0, flat.length);
  }

  decodeArgument(event: CreatedEventJson): Value {
    return this.#decodeValue(this.#findTemplate(event)?.payload, event.createArgument);
  }

  decodeKey(event: CreatedEventJson): Value | undefined {
    const { contractKey } = event;
    const type = this.#findTemplate(event)?.key;
    return contractKey === null || type === undefined
      ? undefined
      : this.#decodeValue(type, contractKey);
  }

  /** Returns the view of a contract; undefined if the participant could not compute it. */
  decodeView({ interfaceViews }: CreatedEventJson, interfaceId: TypeId): Value | undefined {
    const view = interfaceViews.find((each) => each.interfaceId === interfaceId);
    const value = view?.viewValue;
    return value === null || value === undefined
      ? undefined
      : this.#decodeValue(this.#packages.interface(interfaceId)?.view, value);
  }

  #toFlatEvents(event: EventJson): readonly FlatEvent[] {
    if ("CreatedEvent" in event) {
      const { contractId, templateId: template, nodeId } = event.CreatedEvent;
      const argument = this.decodeArgument(event.CreatedEvent);
      const node = { kind: "created", contractId, template, argument } as const;
      return [{ last: nodeId, nodeId, node: () => node }];
    }
    return "ExercisedEvent" in event ? [this.#toFlatExercise(event.ExercisedEvent)] : [];
  }

  #toFlatExercise(event: ExercisedEventJson): FlatEvent {
    const { contractId, templateId: template, choice, nodeId, lastDescendantNodeId: last } = event;
    const interfaceId = event.interfaceId ?? undefined;
    const signature =
      (interfaceId && this.#packages.interface(interfaceId)?.choices.get(choice)) ??
      this.#findTemplate(event)?.choices.get(choice);
    const argument = this.#decodeValue(signature?.argument, event.choiceArgument);
    const result = this.#decodeValue(signature?.result, event.exerciseResult);
    const common = { contractId, template, interfaceId, choice, argument, result };
    return { last, nodeId, node: (children) => ({ kind: "exercised", ...common, children }) };
  }

  /**
   * Returns the template from the package with this id, or else from the newest package of the same name
   * that the script has.
   */
  #findTemplate({
    templateId,
    packageName,
  }: Pick<CreatedEventJson, "templateId" | "packageName">): TemplateSignature | undefined {
    const { qualifiedName } = splitTypeId(templateId);
    const [newest] = this.#packages.versions(packageName);
    return this.#packages.template(templateId) ?? newest?.templates.get(qualifiedName);
  }

  /**
   * Decodes a value. Returns unit if the type is not known, because the script cannot inspect such a value.
   */
  #decodeValue(type: Type | undefined, json: unknown): Value {
    return type === undefined ? unit : this.#packages.codec(type).decode(json);
  }
}

interface FlatEvent {
  readonly nodeId: number;
  /** Node id of the last descendant. */
  readonly last: number;
  readonly node: (children: readonly ScriptTransactionEvent[]) => ScriptTransactionEvent;
}

/** Returns the index after the descendants of the event at `index`. */
const findEndOfDescendants = (flat: readonly FlatEvent[], index: number, to: number): number => {
  const last = flat[index]?.last ?? 0;
  let end = index + 1;
  while (end < to && (flat[end]?.nodeId ?? 0) <= last) end += 1;
  return end;
};
