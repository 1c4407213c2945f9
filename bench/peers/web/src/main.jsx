import {
  Admin,
  Datagrid,
  DateField,
  FunctionField,
  List,
  Resource,
  SearchInput,
  SelectInput,
  TextField,
} from 'react-admin'
import { createRoot } from 'react-dom/client'
import { authProvider, dataProvider } from './server'

// The same work as our own sign-in and pay-in list, the way react-admin's tutorial builds it.

const STATUSES = [
  'created',
  'pending',
  'paid',
  'expired',
  'cancelled',
  'under_review',
  'partially_refunded',
  'refunded',
  'failed',
]

const filters = [
  <SearchInput key="search" source="search" alwaysOn />,
  <SelectInput key="status" source="status" choices={STATUSES.map((id) => ({ id, name: id }))} alwaysOn />,
]

const amounts = new Intl.NumberFormat('en', { style: 'currency', currency: 'BRL' })

function Payments() {
  return (
    <List filters={filters} sort={{ field: 'created_at', order: 'DESC' }} perPage={10}>
      <Datagrid rowClick={false}>
        <DateField source="created_at" showTime />
        <TextField source="payer_name" sortable={false} />
        <TextField source="status" sortable={false} />
        <TextField source="reference" sortable={false} />
        <FunctionField
          source="amount"
          textAlign="right"
          render={({ amount }) => amounts.format(amount.amount / 100)}
        />
      </Datagrid>
    </List>
  )
}

createRoot(document.getElementById('root')).render(
  <Admin dataProvider={dataProvider} authProvider={authProvider} requireAuth disableTelemetry>
    <Resource name="payments" list={Payments} />
  </Admin>,
)
