export { Accordion, type AccordionItem, type AccordionProps, Disclosure } from './Accordion.tsx'
