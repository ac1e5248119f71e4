import { describeCheck, TOOLS, variant } from '../../testing.ts';

describeCheck('SP603', {
  bad: [
    {
      title: 'a parameter renamed in the method',
      source: variant(TOOLS, [
        'def tool_find_order(self, customer):',
        `def tool_find_order(self, name):
        customer = name`,
      ]),
      says: '`customer`, which the method does not take',
      without: ['SP501', 'SP608', 'SP616'],
    },
    {
      title: 'optional in the schema, required by the method',
      source: variant(TOOLS, ['"required": ["order_id", "status"]', '"required": ["order_id"]']),
      says: '`status`, which the schema leaves optional',
    },
    {
      title: 'required by the method, missing in the schema',
      source: variant(TOOLS, ['def tool_list_cities(self)', 'def tool_list_cities(self, country)']),
      says: '`country`, which the schema does not declare',
    },
  ],
  good: [
    { title: 'the sound order desk', source: TOOLS },
    {
      title: 'keyword arguments take everything',
      source: variant(TOOLS, [
        'def tool_find_order(self, customer):',
        `def tool_find_order(self, **kwargs):
        customer = kwargs.get("customer", "")`,
      ]),
    },
    {
      title: 'a default where the schema is optional',
      source: variant(TOOLS, ['def tool_list_cities(self)', 'def tool_list_cities(self, country="any")']),
    },
  ],
});
