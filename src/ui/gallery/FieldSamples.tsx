import { useState } from 'react'
import { Card } from '../card/index.ts'
import { Checkbox, CheckboxGroup } from '../checkbox/index.ts'
import { ComboBox } from '../combo-box/index.ts'
import { ErrorSummary } from '../error-summary/index.ts'
import { Columns, Row, Stack } from '../layout/index.ts'
import { RadioGroup } from '../radio-group/index.ts'
import { Select } from '../select/index.ts'
import { Switch } from '../switch/index.ts'
import { TextField } from '../text-field/index.ts'
import { countedOptions, groupedOptions } from './samples.ts'

export function FieldSamples() {
  const [name, setName] = useState('')
  const [state, setState] = useState<string | null>('short')
  const [stall, setStall] = useState<string | null>('n2')
  const [rise, setRise] = useState<string | null>('minor')
  const [halls, setHalls] = useState(['north'])
  const [on, setOn] = useState(true)
  const missing = 'Enter the name of the driver'
  return (
    <Card title="Fields">
      <Stack gap={6}>
        <ErrorSummary faults={[{ fieldId: 'driver', message: missing }]} />
        <Columns layout="thirds">
          <TextField
            id="driver"
            label="Name of the driver"
            description="As on the permit."
            value={name}
            onChange={setName}
            error={missing}
          />
          <Select label="State" options={countedOptions} value={state} onChange={setState} />
          <ComboBox
            label="Stall"
            options={groupedOptions}
            value={stall}
            onChange={setStall}
            placeholder="Type a name"
          />
          <TextField
            label="Remark"
            lines={3}
            value={name}
            onChange={setName}
            placeholder="What the next shift should know"
          />
          <RadioGroup
            label="Rise of the version"
            options={[
              { id: 'major', label: 'Major', hint: 'Old lists are refused' },
              { id: 'minor', label: 'Minor' },
              { id: 'patch', label: 'Patch', disabledReason: 'Nothing was mended' },
            ]}
            value={rise}
            onChange={setRise}
          />
          <Stack gap={3}>
            <CheckboxGroup label="Halls" value={halls} onChange={setHalls}>
              <Checkbox value="north" count={12}>
                North hall
              </Checkbox>
              <Checkbox value="south" count={4}>
                South hall
              </Checkbox>
              <Checkbox value="yard" hint="Closed in winter" isDisabled>
                Courtyard
              </Checkbox>
            </CheckboxGroup>
            <Checkbox isIndeterminate>All halls</Checkbox>
            <Row gap={4}>
              <Switch isSelected={on} onChange={setOn}>
                Compare
              </Switch>
              <Switch
                isSelected={false}
                onChange={() => {}}
                disabledReason="Choose an earlier delivery first"
              >
                Hide what is the same
              </Switch>
            </Row>
          </Stack>
        </Columns>
      </Stack>
    </Card>
  )
}
