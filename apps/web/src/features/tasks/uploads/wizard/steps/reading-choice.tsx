import { FILE_ENCODINGS, FILE_SEPARATORS } from '@portal/contracts/file-formats';
import { SelectField } from '../../../../../ui/inputs/select-field';
import { Row } from '../../../../../ui/layout';
import { useUploadStore } from '../../upload-store';
import type { Plan } from '../plan';
import { readAgain } from '../read-plan';
import type { Told } from '../read/sample';

const ENCODING_NAMES: Readonly<Record<(typeof FILE_ENCODINGS)[number], string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 (little endian)',
  'utf-16be': 'UTF-16 (big endian)',
  'windows-1252': 'Windows-1252 (older Excel)',
};
const SEPARATOR_NAMES: Readonly<Record<(typeof FILE_SEPARATORS)[number], string>> = {
  ',': 'Comma ,',
  ';': 'Semicolon ;',
  '\t': 'Tab',
  '|': 'Bar |',
};

/** The encoding and the separator as they were guessed, to be changed: then the file is read again. */
export function ReadingChoice({ file, plan }: { file: File; plan: Plan }) {
  const { sample } = plan;
  const change = async (told: Told) => {
    const next = await readAgain(file, plan, told);
    const { plan: now, setPlan } = useUploadStore.getState();
    if (next && now !== undefined && now !== 'reading') setPlan(next);
  };
  return (
    <Row wrap gap={1.5}>
      <SelectField
        size="small"
        label="Encoding"
        value={sample.encoding}
        options={FILE_ENCODINGS.map((value) => ({ value, label: ENCODING_NAMES[value] }))}
        onChange={(value) => {
          const encoding = FILE_ENCODINGS.find((one) => one === value);
          if (encoding) void change({ encoding });
        }}
        sx={{ minWidth: 190 }}
      />
      {sample.file === 'csv' && sample.separator !== null && (
        <SelectField
          size="small"
          label="Between cells"
          value={sample.separator}
          options={FILE_SEPARATORS.map((value) => ({ value, label: SEPARATOR_NAMES[value] }))}
          onChange={(value) => {
            const separator = FILE_SEPARATORS.find((one) => one === value);
            if (separator) void change({ separator });
          }}
          sx={{ minWidth: 140 }}
        />
      )}
    </Row>
  );
}
