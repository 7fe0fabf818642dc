import type {
  InterfaceInstance,
  LfChoice,
  LfDataType,
  LfExpr,
  LfInterface,
  LfTemplate,
  TypeSynonym,
  ValueDefinition,
} from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import { byName, choice, type ModuleSource } from "./definitions.ts";
import { list, pure, unit } from "./expressions.ts";
import { partyT, unitT } from "./types.ts";

/** Collects the definitions of a module while it is parsed. */
export class Definitions {
  readonly synonyms: TypeSynonym[] = [];
  readonly dataTypes: LfDataType[] = [];
  readonly values: ValueDefinition[] = [];
  readonly templates: LfTemplate[] = [];
  readonly interfaces: LfInterface[] = [];
  readonly exceptions: Record<string, LfExpr> = {};

  add(source: ModuleSource): void {
    this.synonyms.push(...(source.synonyms ?? []));
    this.dataTypes.push(...(source.dataTypes ?? []));
    this.values.push(...(source.values ?? []));
    this.templates.push(...(source.templates ?? []));
    this.interfaces.push(...(source.interfaces ?? []));
    Object.assign(this.exceptions, source.exceptions);
  }

  source(): ModuleSource {
    const { synonyms, dataTypes, values, templates, interfaces, exceptions } = this;
    return { synonyms, dataTypes, values, templates, interfaces, exceptions };
  }
}

/** Collects the parts of a template while it is parsed. It has the choice Archive unless excluded. */
export class TemplateParts {
  precondition: LfExpr | undefined;
  signatories: LfExpr | undefined;
  observers: LfExpr = list(partyT);
  key: LfTemplate["key"];
  hasArchive = true;
  readonly choices: LfChoice[] = [];
  readonly implements: InterfaceInstance[] = [];

  template(name: string, parameter: string, signatories: LfExpr): LfTemplate {
    const { precondition, observers, key } = this;
    const archive = { consuming: true, controllers: signatories, body: pure(unitT, unit) };
    const isComplete = !this.hasArchive || this.choices.some((each) => each.name === "Archive");
    return {
      name,
      parameter,
      precondition: precondition === undefined ? undefined : () => precondition,
      signatories: () => signatories,
      observers: () => observers,
      choices: byName(isComplete ? this.choices : [...this.choices, choice("Archive", archive)]),
      key,
      implements: new Map(this.implements.map((each) => [each.interfaceId, each])),
    };
  }
}
