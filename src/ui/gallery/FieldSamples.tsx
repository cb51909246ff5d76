import { useState } from 'react'
import { Card } from '../Card.tsx'
import { Checkbox } from '../Checkbox.tsx'
import { CheckboxGroup } from '../CheckboxGroup.tsx'
import { ComboBox } from '../ComboBox.tsx'
import { DateField } from '../DateField.tsx'
import { Columns, Row, Stack } from '../Layout.tsx'
import { Select } from '../Select.tsx'
import { Switch } from '../Switch.tsx'
import { countedOptions, groupedOptions } from './samples.ts'

export function FieldSamples() {
  const [day, setDay] = useState('2026-11-21')
  const [state, setState] = useState<string | null>('short')
  const [stall, setStall] = useState<string | null>('n2')
  const [halls, setHalls] = useState(['north'])
  const [on, setOn] = useState(true)
  return (
    <Card title="Fields">
      <Stack gap={6}>
        <Columns layout="thirds">
          <DateField label="Day of the market" value={day} onChange={setDay} />
          <Select label="State" options={countedOptions} value={state} onChange={setState} />
          <ComboBox
            label="Stall"
            options={groupedOptions}
            value={stall}
            onChange={setStall}
            placeholder="Type a name"
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
