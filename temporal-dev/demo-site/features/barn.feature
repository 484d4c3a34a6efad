@service
Feature: Opening hours
  The barn tells when it is open.

  Scenario: The hours are a table
    Given I am on "/stores"
    Then the "Opening hours" table shows:
      | Day      | From  | To    |
      | Friday   | 14:00 | 18:00 |
      | Saturday | 10:00 | 16:00 |
