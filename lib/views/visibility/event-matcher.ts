import {
  type PackageName,
  type Party,
  splitTypeId,
  type TypeId,
} from "../../base/identifiers/identifiers.ts";
import type { PackageRegistry } from "../../contracts/packages/registry.ts";
import type { EventFilter, EventFormat } from "./event-format.ts";
import {
  resolveInterfaces,
  resolveTemplate,
  type TemplateName,
  templateName,
} from "./known-types.ts";
import { type RequestedParties, requestedParties } from "./requested-parties.ts";

/** What the filters that match an event ask for (ledger-api.md 3.1.2). */
export interface EventMatch {
  readonly includeBlob: boolean;
  /** Interfaces of the template whose view is asked for. */
  readonly views: readonly TypeId[];
}

/** Which contracts a matcher can match at all; lets a reader pick an index. */
export interface MatchBounds {
  /** Undefined when any party's contracts may match. */
  readonly parties: ReadonlySet<Party> | undefined;
  /** Undefined when contracts of any template may match. */
  readonly templates: ReadonlySet<TemplateName> | undefined;
}

/**
 * An event format compiled against the known packages: the one place that decides which events match.
 * Names that are not known match nothing; `checkKnownTypes` refuses them beforehand.
 */
export class EventMatcher {
  readonly requested: RequestedParties;
  readonly bounds: MatchBounds;
  readonly #packages: PackageRegistry;
  readonly #anyParty: CompiledFilters | undefined;
  readonly #byParty: ReadonlyMap<Party, CompiledFilters>;
  readonly #templates = new Map<TypeId, TemplateMatches>();

  constructor(format: EventFormat, packages: PackageRegistry) {
    this.requested = requestedParties(format);
    this.#packages = packages;
    this.#anyParty =
      format.filtersForAnyParty === undefined
        ? undefined
        : compileFilters(format.filtersForAnyParty, packages);
    this.#byParty = new Map(
      Array.from(format.filtersByParty, ([party, filters]) => [
        party,
        compileFilters(filters, packages),
      ]),
    );
    this.bounds = boundsOf(this.#anyParty, this.#byParty, packages);
  }

  /**
   * The union of what the filters ask for of an event that `parties` may see; undefined when none of
   * them is requested for this template.
   */
  match(
    templateId: TypeId,
    packageName: PackageName,
    parties: readonly Party[],
  ): EventMatch | undefined {
    const { anyParty, byParty } = this.#matchesOf(templateId, packageName);
    let found = parties.length === 0 ? undefined : anyParty;
    if (byParty.size === 0) return found;
    for (const party of parties) {
      const match = byParty.get(party);
      if (match !== undefined) found = found === undefined ? match : union(found, match);
    }
    return found;
  }

  #matchesOf(templateId: TypeId, packageName: PackageName): TemplateMatches {
    const known = this.#templates.get(templateId);
    if (known !== undefined) return known;
    const template = describeTemplate(templateId, packageName, this.#packages);
    const byParty = new Map<Party, EventMatch>();
    for (const [party, filters] of this.#byParty) {
      const match = matchTemplate(filters, template);
      if (match !== undefined) byParty.set(party, match);
    }
    const anyParty =
      this.#anyParty === undefined ? undefined : matchTemplate(this.#anyParty, template);
    const matches = { anyParty, byParty };
    this.#templates.set(templateId, matches);
    return matches;
  }
}

interface TemplateMatches {
  readonly anyParty: EventMatch | undefined;
  readonly byParty: ReadonlyMap<Party, EventMatch>;
}

/** The filters of one party, or of the party wildcard, resolved. */
interface CompiledFilters {
  /** Present when everything matches; whether blobs are wanted of everything. */
  readonly wildcard: { readonly includeBlob: boolean } | undefined;
  readonly templates: ReadonlyMap<TemplateName, { readonly includeBlob: boolean }>;
  readonly interfaces: ReadonlyMap<TypeId, InterfaceWish>;
}

interface InterfaceWish {
  readonly includeView: boolean;
  readonly includeBlob: boolean;
}

const compileFilters = (
  filters: readonly EventFilter[],
  packages: PackageRegistry,
): CompiledFilters => {
  const wildcards = filters.filter((filter) => filter.kind === "wildcard");
  const templates = new Map<TemplateName, { includeBlob: boolean }>();
  const interfaces = new Map<TypeId, InterfaceWish>();
  for (const filter of filters) {
    if (filter.kind === "template") {
      const name = resolveTemplate(filter.templateId, packages);
      const includeBlob = filter.includeBlob || templates.get(name)?.includeBlob === true;
      templates.set(name, { includeBlob });
    } else if (filter.kind === "interface") {
      for (const id of resolveInterfaces(filter.interfaceId, packages)) {
        addWish(interfaces, id, filter);
      }
    }
  }
  const matchesAll = filters.length === 0 || wildcards.length > 0;
  return {
    wildcard: matchesAll
      ? { includeBlob: wildcards.some(({ includeBlob }) => includeBlob) }
      : undefined,
    templates,
    interfaces,
  };
};

/** An interface that is named again and again is kept once. */
const addWish = (
  interfaces: Map<TypeId, InterfaceWish>,
  id: TypeId,
  { includeView, includeBlob }: InterfaceWish,
): void => {
  const before = interfaces.get(id);
  // Views are given in the order in which they are asked for.
  if (includeView && before?.includeView === false) interfaces.delete(id);
  interfaces.set(id, {
    includeView: includeView || before?.includeView === true,
    includeBlob: includeBlob || before?.includeBlob === true,
  });
};

const boundsOf = (
  anyParty: CompiledFilters | undefined,
  byParty: ReadonlyMap<Party, CompiledFilters>,
  packages: PackageRegistry,
): MatchBounds => {
  const all = [...byParty.values(), ...(anyParty === undefined ? [] : [anyParty])];
  return {
    parties: anyParty === undefined ? new Set(byParty.keys()) : undefined,
    templates: all.some(({ wildcard }) => wildcard !== undefined)
      ? undefined
      : templatesOf(all, packages),
  };
};

/** Of each interface once, however many parties name it: its templates may be thousands. */
const templatesOf = (
  all: readonly CompiledFilters[],
  packages: PackageRegistry,
): ReadonlySet<TemplateName> => {
  const found = new Set<TemplateName>();
  const interfaces = new Set<TypeId>();
  for (const filters of all) {
    for (const name of filters.templates.keys()) found.add(name);
    for (const id of filters.interfaces.keys()) interfaces.add(id);
  }
  for (const interfaceId of interfaces) {
    for (const id of packages.implementations(interfaceId)) {
      const { packageId, qualifiedName } = splitTypeId(id);
      const name = packages.get(packageId)?.name;
      if (name !== undefined) found.add(templateName(name, qualifiedName));
    }
  }
  return found;
};

interface TemplateDescription {
  readonly name: TemplateName;
  /** Of any known version. */
  readonly implements: ReadonlySet<TypeId>;
}

const describeTemplate = (
  templateId: TypeId,
  packageName: PackageName,
  packages: PackageRegistry,
): TemplateDescription => {
  const { qualifiedName } = splitTypeId(templateId);
  const implemented = new Set<TypeId>();
  for (const version of packages.versions(packageName)) {
    for (const id of version.templates.get(qualifiedName)?.implements ?? []) implemented.add(id);
  }
  return { name: templateName(packageName, qualifiedName), implements: implemented };
};

const matchTemplate = (
  filters: CompiledFilters,
  template: TemplateDescription,
): EventMatch | undefined => {
  const byTemplate = filters.templates.get(template.name);
  const interfaces = [...filters.interfaces].filter(([id]) => template.implements.has(id));
  if (filters.wildcard === undefined && byTemplate === undefined && interfaces.length === 0) {
    return undefined;
  }
  return {
    includeBlob:
      filters.wildcard?.includeBlob === true ||
      byTemplate?.includeBlob === true ||
      interfaces.some(([, { includeBlob }]) => includeBlob),
    views: interfaces.filter(([, { includeView }]) => includeView).map(([id]) => id),
  };
};

const union = (left: EventMatch, right: EventMatch): EventMatch =>
  left === right
    ? left
    : {
        includeBlob: left.includeBlob || right.includeBlob,
        views: merged(left.views, right.views),
      };

const merged = (left: readonly TypeId[], right: readonly TypeId[]): readonly TypeId[] =>
  right.length === 0 ? left : distinct([...left, ...right]);

const distinct = (ids: readonly TypeId[]): readonly TypeId[] => [...new Set(ids)];
