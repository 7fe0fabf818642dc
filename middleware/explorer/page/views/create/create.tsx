import { changeUrlParameters, urlQuery } from "../../base/address.ts";
import { createViewUrl } from "../../base/address.ts";
import { readQualifiedName, splitTypeName } from "../../base/names.ts";
import {
  getPackageNameTypeReference,
  listKnownTemplates,
  loadPackageWithDefinitions,
} from "../../base/types.ts";
import { useLoadedValue } from "../../base/use-loaded-value.ts";
import { CommandForm } from "../../forms/command-form.tsx";
import { Card, ViewFrame } from "../../parts/layout.tsx";
import { EmptyListPlaceholder, LoadedValueView } from "../../parts/notices.tsx";

const Create = () => {
  const templates = listKnownTemplates();
  const chosen = urlQuery.value.get("template") ?? "";
  return (
    <ViewFrame title="Create a contract" about="Choose a template and fill in its fields.">
      <label class="field narrow">
        <span>Template</span>
        <select
          value={chosen}
          onChange={({ currentTarget }) => changeUrlParameters({ template: currentTarget.value })}
        >
          <option value="">choose …</option>
          {templates.map(({ id, qualifiedName, packageName, version }) => (
            <option key={id} value={id}>
              {qualifiedName} · {packageName} {version}
            </option>
          ))}
        </select>
      </label>
      {chosen !== "" ? (
        <CreateContractForm key={chosen} templateId={chosen} />
      ) : (
        <Card>
          <EmptyListPlaceholder icon="plus" title="No template chosen">
            <p class="soft">
              To add templates, upload a DAR under <a href={createViewUrl("/packages")}>Packages</a>
              .
            </p>
          </EmptyListPlaceholder>
        </Card>
      )}
    </ViewFrame>
  );
};

export default Create;

const CreateContractForm = ({ templateId }: { readonly templateId: string }) => {
  const answer = useLoadedValue(templateId, 0, () =>
    loadPackageWithDefinitions(splitTypeName(templateId).packageId),
  );
  return (
    <LoadedValueView answer={answer} what="the template">
      {({ templates }) => {
        const template = templates[readQualifiedName(templateId)];
        if (template === undefined) return <p>Unknown template.</p>;
        return (
          <CommandForm
            title={splitTypeName(templateId).entity}
            verb="Create"
            type={template.payload}
            typeId={templateId}
            actAs={[]}
            command={(createArguments) => ({
              CreateCommand: {
                templateId: getPackageNameTypeReference(templateId),
                createArguments,
              },
            })}
          />
        );
      }}
    </LoadedValueView>
  );
};
