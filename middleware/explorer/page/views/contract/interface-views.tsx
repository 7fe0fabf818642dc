import type { CreatedEventJson } from "../../../../../lib/api.ts";
import { fetchContractEvents } from "../../base/fetch-contract-events.ts";
import { readEntityName, readQualifiedName, splitTypeName } from "../../base/names.ts";
import {
  formatPackageLabel,
  getPackageNameTypeReference,
  loadDataDefinitionLookup,
  loadPackageWithDefinitions,
} from "../../base/types.ts";
import { useLoadedValue } from "../../base/use-loaded-value.ts";
import {
  createInterfaceFilter,
  viewingParties,
  viewingPartiesCacheKey,
} from "../../base/view-settings.ts";
import { Card } from "../../parts/layout.tsx";
import { LongText } from "../../parts/long-text.tsx";
import { Value } from "../../parts/value.tsx";

/** Views of the contract for each interface that its template implements. */
export const InterfaceViews = ({ event }: { readonly event: CreatedEventJson }) => {
  const subject = `${event.contractId}|${viewingPartiesCacheKey.value}`;
  const views =
    useLoadedValue(subject, 0, (signal) => loadInterfaceViews(event, signal)).value ?? [];
  return (
    <>
      {views.map(({ interfaceId, status, value, type, definitions }) => (
        <Card
          key={interfaceId}
          title={
            <>
              {readEntityName(interfaceId)}{" "}
              <span class="soft">
                interface of {formatPackageLabel(splitTypeName(interfaceId).packageId)}
              </span>
            </>
          }
        >
          {status.code === 0 ? (
            <Value value={value} type={type} definitions={definitions} />
          ) : (
            <div class="notice bad">
              <p>
                It has no view: <LongText text={status.message} />
              </p>
            </div>
          )}
        </Card>
      ))}
    </>
  );
};

/** Returns no views if the package is no longer known. */
const loadInterfaceViews = async (
  { contractId, templateId }: CreatedEventJson,
  signal: AbortSignal,
) => {
  const { templates } = await loadPackageWithDefinitions(splitTypeName(templateId).packageId);
  const name = readQualifiedName(templateId);
  const wanted = Object.hasOwn(templates, name) ? (templates[name]?.implements ?? []) : [];
  if (wanted.length === 0) return [];
  const cumulative = wanted.flatMap(
    (id) => createInterfaceFilter(getPackageNameTypeReference(id)).cumulative ?? [],
  );
  const asked = { as: viewingParties.peek(), filters: { cumulative } };
  const { created } = await fetchContractEvents(contractId, asked, signal);
  return Promise.all(
    created.createdEvent.interfaceViews.map(async (view) => {
      const { interfaceId, viewStatus: status, viewValue: value } = view;
      const { packageId } = splitTypeName(interfaceId);
      const { interfaces } = await loadPackageWithDefinitions(packageId);
      const type = interfaces[readQualifiedName(interfaceId)]?.view;
      return {
        interfaceId,
        status,
        value,
        type,
        definitions: await loadDataDefinitionLookup(packageId),
      };
    }),
  );
};
