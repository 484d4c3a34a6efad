@service
Feature: Wait for a repair
  The workshop says how long a repair takes now.

  Scenario: The wait is told
    Given I am on "/repairs/wait"
    Then I should see "about 3 weeks"
